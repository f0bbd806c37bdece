import type { Point } from '@encre/stencil/skin'
import { typeset } from '@encre/ui/typeset'
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react'
import styles from './skin.module.css'

/** Steps of the arrow keys. */
export const moves: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface DragPointProps {
  label: string
  point: Point
  photo: HTMLCanvasElement
  drag: ReturnType<typeof useDrag>
  onMove: (point: Point) => void
}

/** A point of a photo that moves by pointer and by arrow keys. */
export function DragPoint({ label, point, photo, drag, onMove }: DragPointProps) {
  function handleKey(event: KeyboardEvent) {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    const step = event.shiftKey ? 10 : 1
    onMove(keepInside({ x: point.x + move[0] * step, y: point.y + move[1] * step }, photo))
  }
  return (
    <button
      type="button"
      className={styles.point}
      style={{ left: `${(100 * point.x) / photo.width}%`, top: `${(100 * point.y) / photo.height}%` }}
      aria-label={typeset(label)}
      onKeyDown={handleKey}
      {...drag(point, onMove)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="7" />
        <path d="M12 1v22M1 12h22" />
      </svg>
    </button>
  )
}

/** Handlers that move a point of the photo with the pointer, without a jump to where it was grabbed. */
export function useDrag(frame: RefObject<HTMLElement | null>, photo: HTMLCanvasElement) {
  const grabbed = useRef<{ pointer: Point; point: Point } | null>(null)
  const toPhoto = (event: PointerEvent): Point => {
    const box = frame.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    return { x: ((event.clientX - box.left) / box.width) * photo.width, y: ((event.clientY - box.top) / box.height) * photo.height }
  }
  return (point: Point, onMove: (point: Point) => void) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      grabbed.current = { pointer: toPhoto(event), point }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!grabbed.current) return
      const { pointer, point: start } = grabbed.current
      const now = toPhoto(event)
      onMove(keepInside({ x: start.x + now.x - pointer.x, y: start.y + now.y - pointer.y }, photo))
    },
    onPointerUp: () => {
      grabbed.current = null
    },
    onPointerCancel: () => {
      grabbed.current = null
    },
  })
}

/** The nearest point on the photo. */
export function keepInside({ x, y }: Point, { width, height }: HTMLCanvasElement): Point {
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) }
}
