import type { SizeMm } from '@encre/stencil/pixels'
import { decimal } from '@encre/stencil/printed-messages'
import type { Point } from '@encre/stencil/skin'
import { type Stroke, strokeScaleMm } from '@encre/stencil/strokes'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import visuallyHidden from '@encre/ui/visually-hidden.module.css'
import {
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { Workshop } from '../studio/workshop.ts'
import controls from '../workbench/controls.module.css'
import { SliderField } from '../workbench/fields.tsx'
import { keepInside, moveOf } from '../workbench/photo-frame.tsx'
import styles from '../workbench/sheet.module.css'
import { correctMessages as text } from '../workbench/tool-messages.ts'
import {
  addStroke,
  type CorrectState,
  chooseTool,
  openedCorrect,
  strokeOf,
  type Tool,
  toolKeys,
  type WidthName,
  widthNames,
} from './correct-state.ts'

const tools = ['erase', 'line', 'join', 'ignore'] as const

/** The slider of a width, in millimetres. */
const widthRanges: Record<WidthName, { min: number; max: number; step: number }> = {
  erase: { min: 0.5, max: 10, step: 0.5 },
  line: { min: 0.3, max: 3, step: 0.1 },
}

export function useCorrections({ strokes, toStrokes, onChange }: Workshop) {
  const [state, setState] = useState(openedCorrect)
  const [isFull, setIsFull] = useState(false)
  const change = (part: Partial<CorrectState>) => setState((before) => ({ ...before, ...part }))
  const save = (kept: readonly Stroke[]) => {
    setIsFull(false)
    onChange({ corrections: kept.map((stroke) => ({ ...stroke, points: [...stroke.points] })) })
  }

  function draw(points: readonly Point[], tool = state.tool) {
    const stroke = strokeOf({ ...state, tool }, points, toStrokes)
    if (!stroke) return
    const kept = addStroke(strokes, stroke)
    if (!kept) return setIsFull(true)
    save(kept)
    change({ undone: [] })
  }

  function undo() {
    const last = strokes.at(-1)
    if (!last) return
    save(strokes.slice(0, -1))
    change({ undone: [...state.undone, last] })
  }

  function redo() {
    const last = state.undone.at(-1)
    if (!last) return
    save([...strokes, last])
    change({ undone: state.undone.slice(0, -1) })
  }

  function undoAll() {
    save([])
    change({ undone: [...state.undone, ...strokes.toReversed()] })
  }

  return { state, strokes, isFull, change, draw, undo, redo, undoAll }
}

export type Corrections = ReturnType<typeof useCorrections>

interface CorrectToolsProps {
  corrections: Corrections
  /** A lying design leaves room below it on a phone, the others beside them. */
  isLying: boolean
}

/** Folded until asked for. The tools lie beside the sheet and move nothing. */
export function CorrectTools({ corrections, isLying }: CorrectToolsProps) {
  const { state, strokes, change, undo, redo, undoAll } = corrections
  const { isOpen, tool } = state
  const choose = (chosen: Tool) => change(chooseTool(state, chosen))
  useCorrectKeys({ onUndo: undo, onRedo: redo, onTool: choose })

  function handleToggle() {
    change({ isOpen: !isOpen, tool: 'view', hasAdvice: false })
  }

  return (
    <fieldset className={styles.tools} data-lying={isLying || undefined}>
      <legend className={visuallyHidden.text}>{text.title}</legend>
      <IconButton icon="correct" label={text.title} aria-expanded={isOpen} onClick={handleToggle} />
      {isOpen && (
        <>
          {tools.map((each) => (
            <IconButton
              key={each}
              icon={each}
              label={text.tools[each]}
              aria-pressed={each === tool}
              onClick={() => choose(each)}
            />
          ))}
          <IconButton
            icon="undo"
            label={text.undo}
            disabled={strokes.length === 0}
            onClick={undo}
          />
          <IconButton
            icon="redo"
            label={text.redo}
            disabled={state.undone.length === 0}
            onClick={redo}
          />
          <IconButton
            icon="undoAll"
            label={text.undoAll}
            disabled={strokes.length === 0}
            onClick={undoAll}
          />
        </>
      )}
      <ToolAdvice {...corrections} />
    </fieldset>
  )
}

/** How the tool is used, and the width of its strokes. */
function ToolAdvice({ state: { tool, widths, hasAdvice }, isFull, change }: Corrections) {
  const width = widthNames[tool]
  if (isFull) {
    return (
      <div className={styles.advice}>
        <Notice kind="error" title={typeset(text.full)} />
      </div>
    )
  }
  if (tool === 'view' || !hasAdvice) return null
  const { hint, key } = text.hints[tool]
  return (
    <div className={styles.advice}>
      <p className={controls.note}>
        {typeset(hint)} <span className={controls.keys}>{key}</span>
      </p>
      {width && (
        <SliderField
          label={text.width}
          text={`${decimal(widths[width], 1)} mm`}
          {...widthRanges[width]}
          value={widths[width]}
          onChange={(value) => change({ widths: { ...widths, [width]: value } })}
        />
      )}
    </div>
  )
}

/** Lines of 24 by 24. */
const icons = {
  correct: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  erase: 'M4 15 13 6l5 5-8 8H7zM9 10l5 5M12 19h8',
  line: 'M4 18c4-10 6 2 9-5s4-6 7-7',
  join: 'M3 12h6M15 12h6M9 9v6M15 9v6M11 12h2',
  ignore: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 9l6 6M15 9l-6 6',
  undo: 'M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3',
  redo: 'm16 5 4 4-4 4M20 9h-9a6 6 0 0 0 0 12h3',
  undoAll: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: keyof typeof icons
  label: string
}

function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={styles.icon} aria-label={label} title={label} {...rest}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={icons[icon]} />
      </svg>
    </button>
  )
}

interface CorrectKeys {
  onUndo: () => void
  onRedo: () => void
  onTool: (tool: Tool) => void
}

/** Fields in which a letter is text. */
const typedFields = 'input:not([type=range], [type=radio], [type=checkbox]), textarea, select'

/** The keys of the whole page: undo, redo, and a letter for each tool. */
export function useCorrectKeys({ onUndo, onRedo, onTool }: CorrectKeys) {
  const handleShortcut = useEffectEvent((event: globalThis.KeyboardEvent, key: string) => {
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) onRedo()
    else onUndo()
  })
  const handleLetter = useEffectEvent((key: string) => {
    const tool = key === 'escape' ? 'view' : toolKeys[key]
    if (tool) onTool(tool)
  })

  useEffect(() => {
    const handleKey = (event: globalThis.KeyboardEvent) => {
      const { target } = event
      if (target instanceof HTMLElement && target.closest(typedFields)) return
      const key = event.key.toLowerCase()
      if (event.ctrlKey || event.metaKey) handleShortcut(event, key)
      else if (!event.altKey) handleLetter(key)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

interface CorrectLayerProps {
  corrections: Corrections
  size: SizeMm
  isMirrored: boolean
}

/**
 * The layer of the sheet that takes strokes: by pointer, pen, or the arrow keys with the space bar.
 */
export function CorrectLayer({ corrections, size, isMirrored }: CorrectLayerProps) {
  const { tool, widths } = corrections.state
  const stroke = useStroke({
    size,
    isMirrored,
    onStart: () => corrections.change({ hasAdvice: false }),
    onDraw: corrections.draw,
  })
  if (tool === 'view') return null
  return (
    <StrokeLayer label={text.layer(text.tools[tool])} stroke={stroke} {...{ size, isMirrored }}>
      <StrokePreview tool={tool} widths={widths} points={stroke.points} />
    </StrokeLayer>
  )
}

interface StrokeLayerProps {
  label: string
  stroke: ReturnType<typeof useStroke>
  size: SizeMm
  isMirrored: boolean
  /** Whether it is pressed, and not drawn on. */
  isPress?: boolean
  children: ReactNode
}

/** The button over a sheet that takes strokes, with their cursor. */
export function StrokeLayer(props: StrokeLayerProps) {
  const { label, stroke, size, isMirrored, isPress = false, children } = props
  const { layer, cursor, handlers } = stroke
  return (
    <button
      ref={layer}
      type="button"
      className={`${styles.layer} ${isPress ? styles.press : ''}`}
      aria-label={typeset(label)}
      {...handlers}
    >
      <svg
        className={isMirrored ? styles.mirrored : undefined}
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {children}
        {cursor && (
          <circle
            className={styles.cursor}
            cx={cursor.x}
            cy={cursor.y}
            r={Math.max(size.width, size.height) / strokeScaleMm}
          />
        )}
      </svg>
    </button>
  )
}

interface StrokeOptions {
  size: { width: number; height: number }
  isMirrored?: boolean
  onStart?: () => void
  onDraw: (points: readonly Point[]) => void
}

/** The stroke that is being drawn, in the unit of `size`. */
export function useStroke({ size, isMirrored = false, onStart, onDraw }: StrokeOptions) {
  const layer = useRef<HTMLButtonElement>(null)
  const [points, setPoints] = useState<readonly Point[]>([])
  const [cursor, setCursor] = useState<Point | null>(null)
  const drawing = useRef<readonly Point[] | null>(null)

  const show = (now: readonly Point[] | null) => {
    drawing.current = now
    setPoints(now ?? [])
  }
  const toPoint = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = layer.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    const x = ((clientX - box.left) / box.width) * size.width
    const y = ((clientY - box.top) / box.height) * size.height
    return { x: isMirrored ? size.width - x : x, y }
  }
  const end = () => {
    if (drawing.current) onDraw(drawing.current)
    show(null)
  }

  function handleDown(event: PointerEvent) {
    if (event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    onStart?.()
    show([toPoint(event)])
  }

  function handleMove(event: PointerEvent) {
    if (!drawing.current) return
    const coalesced = event.nativeEvent.getCoalescedEvents?.() ?? []
    const events = coalesced.length > 0 ? coalesced : [event]
    show([...drawing.current, ...events.map(toPoint)])
  }

  function moveCursor(by: Point, from: Point) {
    const x = from.x + (isMirrored ? -by.x : by.x)
    const next = keepInside({ x, y: from.y + by.y }, size)
    setCursor(next)
    if (drawing.current) show([...drawing.current, next])
  }

  function handleKey(event: KeyboardEvent) {
    const by = moveOf(event)
    const isPen = event.key === ' ' || event.key === 'Enter'
    if (!by && !isPen) return
    event.preventDefault()
    const at = cursor ?? { x: size.width / 2, y: size.height / 2 }
    if (by) moveCursor(by, at)
    else if (drawing.current) end()
    else show([at])
  }

  const handlers = {
    onPointerEnter: onStart,
    onPointerDown: handleDown,
    onPointerMove: handleMove,
    onPointerUp: end,
    onPointerCancel: () => show(null),
    onKeyDown: handleKey,
  }
  return { layer, points, cursor, handlers }
}

interface StrokePreviewProps extends Pick<CorrectState, 'widths'> {
  tool: Stroke['kind']
  points: readonly Point[]
}

function StrokePreview({ tool, widths, points }: StrokePreviewProps) {
  const [from] = points
  const to = points.at(-1)
  if (!from || !to) return null
  const width = widthNames[tool]
  if (width === null) {
    return (
      <rect
        className={styles.zone}
        x={Math.min(from.x, to.x)}
        y={Math.min(from.y, to.y)}
        width={Math.abs(to.x - from.x)}
        height={Math.abs(to.y - from.y)}
      />
    )
  }
  const shown = tool === 'join' ? [from, to] : points
  return (
    <polyline
      className={tool === 'erase' ? styles.eraser : styles.pen}
      points={shown.map(({ x, y }) => `${x},${y}`).join(' ')}
      strokeWidth={widths[width]}
    />
  )
}
