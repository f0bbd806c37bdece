import type { Point } from '@encre/stencil/skin'
import { typeset } from '@encre/ui/typeset'
import { type HTMLAttributes, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import styles from './sheet.module.css'

const directions: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** How far an arrow key moves something: 1, or 10 with Shift. Null for another key, and for a shortcut of the browser. */
export function moveOf(event: KeyboardEvent): Point | null {
  const [x, y] = directions[event.key] ?? []
  if (x === undefined || y === undefined || isShortcut(event)) return null
  const step = event.shiftKey ? 10 : 1
  return { x: x * step, y: y * step }
}

export function isShortcut({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey
}

interface PhotoFrameProps extends HTMLAttributes<HTMLDivElement> {
  photo: HTMLCanvasElement
  points: readonly Point[]
  nameOf: (index: number) => string
  onPoint: (index: number, point: Point) => void
}

export function PhotoFrame({ photo, points, nameOf, onPoint, children, ...frame }: PhotoFrameProps) {
  return (
    <div className={styles.photoFrame} {...frame}>
      {children}
      {points.map((point, index) => (
        <DragPoint key={nameOf(index)} label={nameOf(index)} point={point} photo={photo} onMove={(moved) => onPoint(index, moved)} />
      ))}
    </div>
  )
}

interface DragPointProps {
  label: string
  point: Point
  photo: HTMLCanvasElement
  onMove: (point: Point) => void
}

function DragPoint({ label, point, photo, onMove }: DragPointProps) {
  /** From the pointer to the point: it does not jump to where it was grabbed. */
  const grabbed = useRef<Point | null>(null)
  const move = (x: number, y: number) => onMove(keepInside({ x, y }, photo))
  const at = (event: PointerEvent) => pointOf(event, event.currentTarget.parentElement, photo)
  const release = () => {
    grabbed.current = null
  }

  function handleKey(event: KeyboardEvent) {
    const by = moveOf(event)
    if (!by) return
    event.preventDefault()
    move(point.x + by.x, point.y + by.y)
  }

  return (
    <button
      type="button"
      className={styles.point}
      style={{ left: `${(100 * point.x) / photo.width}%`, top: `${(100 * point.y) / photo.height}%` }}
      aria-label={typeset(label)}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        const pointer = at(event)
        grabbed.current = { x: point.x - pointer.x, y: point.y - pointer.y }
      }}
      onPointerMove={(event) => {
        if (grabbed.current) move(at(event).x + grabbed.current.x, at(event).y + grabbed.current.y)
      }}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true">
        <circle cx="12" cy="12" r="7" />
        <path d="M12 1v22M1 12h22" />
      </svg>
    </button>
  )
}

export function pointOf({ clientX, clientY }: PointerEvent, frame: Element | null, { width, height }: HTMLCanvasElement): Point {
  const box = frame?.getBoundingClientRect()
  return box ? { x: ((clientX - box.left) / box.width) * width, y: ((clientY - box.top) / box.height) * height } : { x: 0, y: 0 }
}

export function keepInside({ x, y }: Point, { width, height }: { width: number; height: number }): Point {
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) }
}
