import { Button } from '@encre/ui/button'
import { SegmentedControl } from '@encre/ui/segmented-control'
import { typeset } from '@encre/ui/typeset'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import words from '../text.module.css'
import {
  emptyRegion,
  type Point,
  paintRegion,
  pressKey,
  type Region,
  type Size,
  type Stroke,
} from './region.ts'
import styles from './retouch.module.css'
import { retouchMessages as text } from './retouch-messages.ts'

interface RegionFieldProps {
  image: { imageUrl: string; subject: string }
  region: Region
  onChange: (change: (region: Region) => Region) => void
  /** Of the image in pixels, once it is loaded. */
  size: Size
  onSize: (size: Size) => void
}

type BrushTool = 'brush' | 'eraser'

interface BrushToolsProps extends Pick<RegionFieldProps, 'onChange'> {
  tool: BrushTool
  onTool: (tool: BrushTool) => void
  percent: number
  onPercent: (percent: number) => void
  canUndo: boolean
}

function BrushTools({ tool, onTool, percent, onPercent, canUndo, onChange }: BrushToolsProps) {
  return (
    <div className={styles.actions}>
      <SegmentedControl
        label={text.tool}
        isLabelHidden
        choices={[
          ['brush', text.brush],
          ['eraser', text.eraser],
        ]}
        value={tool}
        onChange={onTool}
      />
      <label className={`${styles.width} ${words.soft}`}>
        {text.brushWidth}
        <input
          type="range"
          min="2"
          max="20"
          value={percent}
          onChange={(event) => onPercent(event.target.valueAsNumber)}
        />
      </label>
      <Button
        disabled={!canUndo}
        onClick={() => onChange((now) => ({ ...now, strokes: now.strokes.slice(0, -1) }))}
      >
        {text.undo}
      </Button>
      <Button onClick={() => onChange(() => emptyRegion)}>{text.clear}</Button>
    </div>
  )
}

/**
 * A design on which a brush marks the part to change. Mouse, finger and pen paint; arrow keys place
 * a rectangle.
 */
export function RegionField({ image, region, onChange, size, onSize }: RegionFieldProps) {
  const [tool, setTool] = useState<BrushTool>('brush')
  const [percent, setPercent] = useState(8)
  const canvas = useRef<HTMLCanvasElement>(null)
  const hintId = useId()

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context) paintRegion(context, region, size)
  }, [region, size])

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const stroke: Stroke = {
      erases: tool === 'eraser',
      width: percent / 100,
      points: [pointOf(event)],
    }
    onChange((now) => ({ ...now, strokes: [...now.strokes, stroke] }))
  }

  function handlePointerMove(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const point = pointOf(event)
    onChange((now) => ({
      ...now,
      strokes: now.strokes.map((stroke, at) =>
        at < now.strokes.length - 1 ? stroke : { ...stroke, points: [...stroke.points, point] },
      ),
    }))
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (!pressKey(region, event.key, event.shiftKey)) return
    event.preventDefault()
    onChange((now) => pressKey(now, event.key, event.shiftKey) ?? now)
  }

  return (
    <div className={styles.field}>
      <BrushTools
        tool={tool}
        onTool={setTool}
        percent={percent}
        onPercent={setPercent}
        canUndo={region.strokes.length > 0}
        onChange={onChange}
      />
      <div
        className={styles.image}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys place a rectangle
        tabIndex={0}
        aria-label={text.region}
        aria-describedby={hintId}
        onKeyDown={handleKeyDown}
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
      >
        <img
          src={image.imageUrl}
          alt={image.subject}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            onSize({ width, height })
          }
        />
        <canvas ref={canvas} width={size.width} height={size.height} />
      </div>
      <p id={hintId} className={words.soft}>
        {typeset(text.regionHint)} <span className={styles.keys}>{typeset(text.regionKeys)}</span>
      </p>
      <p className={words.soft} role="status">
        {region.rectangle && typeset(text.rectangle(region.rectangle))}
      </p>
    </div>
  )
}

function pointOf({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}
