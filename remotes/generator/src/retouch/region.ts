import { toBlob } from '../steps/reduce-image.ts'

export interface Point {
  x: number
  y: number
}

export interface Stroke {
  erases: boolean
  /** In shares of the image's shorter side. */
  width: number
  points: readonly Point[]
}

export interface Size {
  width: number
  height: number
}

export type Rectangle = Point & Size

export interface Region {
  strokes: readonly Stroke[]
  rectangle: Rectangle | null
}

export const emptyRegion: Region = { strokes: [], rectangle: null }

/** Whether nothing was painted. What is painted may be erased again: the worker finds that out. */
export function isEmpty({ strokes, rectangle }: Region): boolean {
  return rectangle === null && strokes.every(({ erases }) => erases)
}

const step = 0.02
const leastSide = 0.04
const directions: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * The region after a key: arrows move the rectangle, with Shift they change its size, and Delete
 * removes it. Null for another key.
 */
export function pressKey(region: Region, key: string, isShift: boolean): Region | null {
  if (key === 'Delete' || key === 'Backspace') return { ...region, rectangle: null }
  const direction = directions[key]
  if (!direction) return null
  const [x, y] = direction
  const { rectangle } = region
  if (!rectangle) return { ...region, rectangle: { x: 0.35, y: 0.35, width: 0.3, height: 0.3 } }
  const sized = {
    width: within(leastSide, rectangle.width + step * x, 1 - rectangle.x),
    height: within(leastSide, rectangle.height + step * y, 1 - rectangle.y),
  }
  const moved = {
    x: within(0, rectangle.x + step * x, 1 - rectangle.width),
    y: within(0, rectangle.y + step * y, 1 - rectangle.height),
  }
  return { ...region, rectangle: { ...rectangle, ...(isShift ? sized : moved) } }
}

function within(least: number, value: number, most: number): number {
  return Math.round(Math.max(least, Math.min(most, value)) * 1000) / 1000
}

const violet = '#6d28d9'

export function paintRegion(
  context: CanvasRenderingContext2D,
  { strokes, rectangle }: Region,
  { width, height }: Size,
): void {
  context.clearRect(0, 0, width, height)
  context.strokeStyle = violet
  context.fillStyle = violet
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const stroke of strokes) {
    context.globalCompositeOperation = stroke.erases ? 'destination-out' : 'source-over'
    context.lineWidth = stroke.width * Math.min(width, height)
    context.beginPath()
    const [first] = stroke.points
    // A line to its own start is a dot.
    for (const { x, y } of first ? [first, ...stroke.points] : []) {
      context.lineTo(x * width, y * height)
    }
    context.stroke()
  }
  context.globalCompositeOperation = 'source-over'
  if (rectangle)
    context.fillRect(
      rectangle.x * width,
      rectangle.y * height,
      rectangle.width * width,
      rectangle.height * height,
    )
}

/**
 * The region as the worker takes it: a PNG of the image's size, transparent where the design
 * changes.
 */
export async function createMask(region: Region, size: Size): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas for the mask')
  paintRegion(context, region, size)
  context.globalCompositeOperation = 'source-out'
  context.fillRect(0, 0, size.width, size.height)
  return new File([await toBlob(canvas, 'image/png')], 'mask.png', { type: 'image/png' })
}
