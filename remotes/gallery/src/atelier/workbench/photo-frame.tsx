import type { Point } from '@encre/stencil/skin'
import { typeset } from '@encre/ui/typeset'
import { type HTMLAttributes, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import styles from './sheet.module.css'

const directions: Partial<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/**
 * How far an arrow key moves something: 1, or 10 with Shift. Null for another key, and for a
 * shortcut of the browser.
 */
export function moveOf(event: KeyboardEvent): Point | null {
  const direction = directions[event.key]
  if (!direction || isShortcut(event)) return null
  const step = event.shiftKey ? 10 : 1
  return { x: direction.x * step, y: direction.y * step }
}

export function isShortcut({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey
}

interface PhotoFrameProps extends HTMLAttributes<HTMLDivElement> {
  photo: HTMLCanvasElement
  points: readonly Point[]
  nameOf: (index: number) => string
  onPoint: (index: number, point: Point) => void
  /** A point is being looked at: it has the focus, or a finger. */
  onShow?: (index: number) => void
  /** A point was let go of where a finger drew it. */
  onLetGo?: (index: number) => void
}

export function PhotoFrame({
  photo,
  points,
  nameOf,
  onPoint,
  onShow,
  onLetGo,
  children,
  ...frame
}: PhotoFrameProps) {
  return (
    <div className={styles.photoFrame} {...frame}>
      {children}
      {points.map((point, index) => (
        <DragPoint
          key={nameOf(index)}
          label={nameOf(index)}
          point={point}
          photo={photo}
          onMove={(moved) => onPoint(index, moved)}
          onShow={() => onShow?.(index)}
          onLetGo={() => onLetGo?.(index)}
        />
      ))}
    </div>
  )
}

interface DragPointProps {
  label: string
  point: Point
  photo: HTMLCanvasElement
  onMove: (point: Point) => void
  onShow: () => void
  onLetGo: () => void
}

function DragPoint({ label, point, photo, onMove, onShow, onLetGo }: DragPointProps) {
  /** From the pointer to the point: it does not jump to where it was grabbed. */
  const grabbed = useRef<Point | null>(null)
  const move = (x: number, y: number) => onMove(keepInside({ x, y }, photo))
  const at = (event: PointerEvent) => pointOf(event, event.currentTarget.parentElement, photo)
  const hasMoved = useRef(false)

  function handleKey(event: KeyboardEvent) {
    const by = moveOf(event)
    if (!by) return
    event.preventDefault()
    move(point.x + by.x, point.y + by.y)
  }

  function handleDown(event: PointerEvent) {
    event.currentTarget.setPointerCapture(event.pointerId)
    const pointer = at(event)
    grabbed.current = { x: point.x - pointer.x, y: point.y - pointer.y }
    hasMoved.current = false
    onShow()
  }

  function handleMove(event: PointerEvent) {
    if (!grabbed.current) return
    const pointer = at(event)
    hasMoved.current = true
    move(pointer.x + grabbed.current.x, pointer.y + grabbed.current.y)
  }

  function handleRelease() {
    grabbed.current = null
    if (hasMoved.current) onLetGo()
    hasMoved.current = false
  }

  return (
    <button
      type="button"
      className={styles.point}
      style={{
        left: `${(100 * point.x) / photo.width}%`,
        top: `${(100 * point.y) / photo.height}%`,
      }}
      aria-label={typeset(label)}
      onKeyDown={handleKey}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleRelease}
      onPointerCancel={handleRelease}
      onFocus={onShow}
    >
      <svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true">
        <circle cx="12" cy="12" r="7" />
        <path d="M12 1v22M1 12h22" />
      </svg>
    </button>
  )
}

export function pointOf(
  { clientX, clientY }: PointerEvent,
  frame: Element | null,
  { width, height }: HTMLCanvasElement,
): Point {
  const box = frame?.getBoundingClientRect()
  if (!box) return { x: 0, y: 0 }
  return {
    x: ((clientX - box.left) / box.width) * width,
    y: ((clientY - box.top) / box.height) * height,
  }
}

export function keepInside(
  { x, y }: Point,
  { width, height }: { width: number; height: number },
): Point {
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) }
}
