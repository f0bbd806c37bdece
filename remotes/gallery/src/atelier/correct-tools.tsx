import { type Stroke, strokeScaleMm } from '@encre/stencil/corrections'
import type { SizeMm } from '@encre/stencil/pixels'
import { decimal } from '@encre/stencil/printed-messages'
import type { Point } from '@encre/stencil/skin'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { typeset } from '@encre/ui/typeset'
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import controls from './controls.module.css'
import { addStroke, type CorrectState, openedCorrect, strokeOf, type Tool, toolKeys } from './correct-state.ts'
import { SliderField } from './fields.tsx'
import { keepInside, moveOf } from './photo-frame.tsx'
import styles from './sheet.module.css'
import { correctMessages as text } from './tool-messages.ts'
import type { Workshop } from './workshop.ts'

const tools: Tool[] = ['view', 'erase', 'line', 'join', 'ignore']
const lineWidths = { min: 0.3, max: 3, step: 0.1 }
const eraseWidths = { min: 0.5, max: 10, step: 0.5 }

export function useCorrections({ strokes, sizeMm, onChange }: Workshop) {
  const [state, setState] = useState(openedCorrect)
  const [isFull, setIsFull] = useState(false)
  const change = (part: Partial<CorrectState>) => setState((before) => ({ ...before, ...part }))
  const save = (kept: readonly Stroke[]) => {
    setIsFull(false)
    onChange({ corrections: kept.map((stroke) => ({ ...stroke, points: [...stroke.points] })) })
  }

  function draw(points: readonly Point[]) {
    const stroke = strokeOf(state, points, sizeMm)
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

type Corrections = ReturnType<typeof useCorrections>

export function CorrectTools({ state, strokes, isFull, change, undo, redo, undoAll }: Corrections) {
  const { tool, widths } = state
  const handleKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest('input:not([type=range],[type=radio],[type=checkbox]),textarea,select'))
      return
    const key = event.key.toLowerCase()
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z') (event.shiftKey ? redo : undo)()
      else if (key === 'y') redo()
      else return
      return event.preventDefault()
    }
    if (event.altKey) return
    const chosen = key === 'escape' ? 'view' : toolKeys[key]
    if (chosen) change({ tool: chosen === tool ? 'view' : chosen })
  })
  useEffect(() => {
    const handle = (event: globalThis.KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [])

  const kind = tool === 'erase' ? 'erase' : 'line'
  return (
    <fieldset className={controls.tools}>
      <legend className={controls.label}>{text.title}</legend>
      <div className={controls.toolRow}>
        {tools.map((each) => (
          <Button key={each} aria-pressed={each === tool} onClick={() => change({ tool: each })}>
            {text.tools[each]}
          </Button>
        ))}
      </div>
      <div className={controls.toolRow}>
        <Button variant="quiet" disabled={strokes.length === 0} onClick={undo}>
          {text.undo}
        </Button>
        <Button variant="quiet" disabled={state.undone.length === 0} onClick={redo}>
          {text.redo}
        </Button>
        <Button variant="quiet" disabled={strokes.length === 0} onClick={undoAll}>
          {text.undoAll}
        </Button>
      </div>
      {tool !== 'view' && <p className={controls.note}>{typeset(text.hints[tool])}</p>}
      {tool !== 'view' && tool !== 'ignore' && (
        <SliderField
          label={text.width}
          text={`${decimal(widths[kind], 1)} mm`}
          {...(tool === 'erase' ? eraseWidths : lineWidths)}
          value={widths[kind]}
          onChange={(value) => change({ widths: { ...widths, [kind]: value } })}
        />
      )}
      {isFull && <Notice kind="error" title={typeset(text.full)} />}
    </fieldset>
  )
}

interface CorrectLayerProps {
  corrections: Corrections
  size: SizeMm
  isMirrored: boolean
}

/** The layer of the sheet that takes strokes: by pointer, pen, or the arrow keys with the space bar. */
export function CorrectLayer({ corrections: { state, draw }, size, isMirrored }: CorrectLayerProps) {
  const { tool, widths } = state
  const layer = useRef<HTMLButtonElement>(null)
  const [points, setPoints] = useState<readonly Point[]>([])
  const [cursor, setCursor] = useState<Point | null>(null)
  const drawing = useRef<readonly Point[] | null>(null)
  if (tool === 'view') return null

  const show = (now: readonly Point[] | null) => {
    drawing.current = now
    setPoints(now ?? [])
  }
  const toPoint = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = layer.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    const across = ((clientX - box.left) / box.width) * size.width
    return { x: isMirrored ? size.width - across : across, y: ((clientY - box.top) / box.height) * size.height }
  }
  const end = () => {
    if (drawing.current) draw(drawing.current)
    show(null)
  }

  function handleMove(event: PointerEvent) {
    if (!drawing.current) return
    const events = event.nativeEvent.getCoalescedEvents?.() ?? []
    show([...drawing.current, ...(events.length > 0 ? events : [event]).map(toPoint)])
  }

  function handleKey(event: KeyboardEvent) {
    const by = moveOf(event)
    const at = cursor ?? { x: size.width / 2, y: size.height / 2 }
    if (by) {
      const next = keepInside({ x: at.x + (isMirrored ? -by.x : by.x), y: at.y + by.y }, size)
      setCursor(next)
      if (drawing.current) show([...drawing.current, next])
    } else if (event.key === ' ' || event.key === 'Enter') {
      if (drawing.current) end()
      else show([at])
    } else return
    event.preventDefault()
  }

  const [from] = points
  const to = points.at(-1)
  const line = (tool === 'join' && from && to ? [from, to] : points).map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <button
      ref={layer}
      type="button"
      className={styles.layer}
      aria-label={typeset(text.layer(text.tools[tool]))}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary) return
        event.currentTarget.setPointerCapture(event.pointerId)
        show([toPoint(event)])
      }}
      onPointerMove={handleMove}
      onPointerUp={end}
      onPointerCancel={() => show(null)}
      onKeyDown={handleKey}
    >
      <svg
        className={isMirrored ? styles.mirrored : undefined}
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {tool === 'ignore' && from && to ? (
          <rect
            className={styles.zone}
            x={Math.min(from.x, to.x)}
            y={Math.min(from.y, to.y)}
            width={Math.abs(to.x - from.x)}
            height={Math.abs(to.y - from.y)}
          />
        ) : (
          <polyline
            className={tool === 'erase' ? styles.eraser : styles.pen}
            points={line}
            strokeWidth={widths[tool === 'erase' ? 'erase' : 'line']}
          />
        )}
        {cursor && <circle className={styles.cursor} cx={cursor.x} cy={cursor.y} r={Math.max(size.width, size.height) / strokeScaleMm} />}
      </svg>
    </button>
  )
}
