import { apart, type Point } from '@encre/stencil/skin'
import { type PointerEvent, useEffect, useRef } from 'react'
import { keepInside } from '../workbench/photo-frame.tsx'
import styles from './enlarged-point.module.css'

/** So many of the photo's own pixels are shown on each side. */
const shownPixels = 48
/** Dots of the view for each of them. */
const dotsPerPixel = 8

const corner: Point = { x: 0, y: 0 }

interface EnlargedPointProps {
  photo: HTMLCanvasElement
  points: readonly Point[]
  index: number
  onPoint: (index: number, point: Point) => void
}

/** The photo's own pixels around a point. Drawn along in it, the point moves by them. */
export function EnlargedPoint({ photo, points, index, onPoint }: EnlargedPointProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const grabbed = useRef<{ x: number; y: number; point: Point } | null>(null)
  const point = points[index] ?? corner
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context) drawAround(context, photo, points, point)
  }, [photo, points, point])

  function handleDown(event: PointerEvent) {
    event.currentTarget.setPointerCapture(event.pointerId)
    grabbed.current = { x: event.clientX, y: event.clientY, point }
  }

  function handleMove(event: PointerEvent) {
    const from = grabbed.current
    if (!from) return
    const scale = shownPixels / event.currentTarget.clientWidth
    const x = from.point.x - (event.clientX - from.x) * scale
    const y = from.point.y - (event.clientY - from.y) * scale
    onPoint(index, keepInside({ x, y }, photo))
  }

  function release() {
    grabbed.current = null
  }

  const side = shownPixels * dotsPerPixel
  return (
    <div
      className={styles.view}
      style={freeCorner(points, photo)}
      data-enlarged={index + 1}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <canvas ref={canvas} width={side} height={side} />
    </div>
  )
}

/** The corner of the photo that is farthest from all points. */
function freeCorner(points: readonly Point[], { width, height }: HTMLCanvasElement) {
  const corners = [
    { place: { left: 0, top: 0 }, x: 0, y: 0 },
    { place: { right: 0, top: 0 }, x: width, y: 0 },
    { place: { right: 0, bottom: 0 }, x: width, y: height },
    { place: { left: 0, bottom: 0 }, x: 0, y: height },
  ]
  const room = (corner: Point) => Math.min(...points.map((point) => apart(point, corner)))
  return corners.reduce((best, corner) => (room(corner) > room(best) ? corner : best)).place
}

function drawAround(
  context: CanvasRenderingContext2D,
  photo: HTMLCanvasElement,
  points: readonly Point[],
  { x, y }: Point,
): void {
  const { width } = context.canvas
  const left = x - shownPixels / 2
  const top = y - shownPixels / 2
  context.imageSmoothingEnabled = false
  context.clearRect(0, 0, width, width)
  context.drawImage(photo, left, top, shownPixels, shownPixels, 0, 0, width, width)
  context.beginPath()
  for (const point of points) {
    context.lineTo((point.x - left) * dotsPerPixel, (point.y - top) * dotsPerPixel)
  }
  context.closePath()
  context.rect(
    width / 2 - dotsPerPixel,
    width / 2 - dotsPerPixel,
    2 * dotsPerPixel,
    2 * dotsPerPixel,
  )
  for (const { colour, lineWidth } of [
    { colour: '#fff', lineWidth: 5 },
    { colour: '#4a22b5', lineWidth: 2 },
  ]) {
    context.strokeStyle = colour
    context.lineWidth = lineWidth
    context.stroke()
  }
}
