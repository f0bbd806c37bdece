import { coverSegment, fillBox, type Place } from './cover.ts'
import type { Drawing } from './drawing.ts'
import { copyOf, type Field } from './pixels.ts'
import { pixelsPerMm, type Stroke } from './strokes.ts'

/** How far the end of a `join` looks for ink. */
const reachMm = 2

/**
 * The drawing with its strokes, for ageing and colours. What they are measured in stays, so that
 * each keeps its place.
 */
export function correctDrawing(drawing: Drawing, strokes: readonly Stroke[]): Drawing {
  if (strokes.length === 0) return drawing
  const ink = copyOf(drawing.ink)
  const darkness = copyOf(drawing.darkness)
  const data = Uint8ClampedArray.from(drawing.picture.data)
  const corrected = { ...drawing, ink, darkness, picture: { ...drawing.picture, data } }
  paint(drawing, strokes, (index, share, isInk) => {
    for (const field of [ink, darkness]) mix(field, index, share, isInk)
    for (let channel = 4 * index; channel < 4 * index + 3; channel++) {
      const value = data[channel] ?? 0
      data[channel] = isInk ? Math.min(value, 255 * (1 - share)) : Math.max(value, 255 * share)
    }
    if (isInk) data[4 * index + 3] = Math.max(data[4 * index + 3] ?? 0, 255 * share)
  })
  return corrected
}

/** Line art of the drawing with its strokes: as drawn, whatever the rendering. */
export function correctLineArt(
  lineArt: Field,
  drawing: Drawing,
  strokes: readonly Stroke[],
): Field {
  if (strokes.length === 0) return lineArt
  const corrected = copyOf(lineArt)
  paint(drawing, strokes, (index, share, isInk) => mix(corrected, index, share, isInk))
  return corrected
}

function mix({ data }: Field, index: number, share: number, isInk: boolean): void {
  const value = data[index] ?? 0
  data[index] = isInk ? Math.max(value, share) : Math.min(value, 1 - share)
}

/** Called for each pixel that a stroke covers, with the covered share. */
type Paint = (index: number, share: number, isInk: boolean) => void

function paint({ ink, frame }: Drawing, strokes: readonly Stroke[], onPixel: Paint): void {
  const perMm = pixelsPerMm(frame)
  for (const { kind, width, points } of strokes) {
    const pixels = Array.from({ length: Math.floor(points.length / 2) }, (_, index) => {
      const place = {
        x: (points[2 * index] ?? 0) * perMm + frame.x,
        y: (points[2 * index + 1] ?? 0) * perMm + frame.y,
      }
      return kind === 'join' ? nearestInk(ink, place, reachMm * perMm) : place
    })
    const [first] = pixels
    const last = pixels.at(-1)
    if (!first || !last) continue
    if (kind === 'ignore') fillBox(ink, first, last, (index) => onPixel(index, 1, false))
    else {
      const radius = (width * perMm) / 2
      for (const [index, to] of pixels.entries()) {
        const from = { ...(pixels[index - 1] ?? to), radius }
        coverSegment(ink, from, { ...to, radius }, (at, share) =>
          onPixel(at, share, kind !== 'erase'),
        )
      }
    }
  }
}

/** The ink that is nearest to a place, or the place itself without ink in reach. */
function nearestInk(ink: Field, place: Place, reach: number): Place {
  let nearest = place
  let shortest = reach
  fillBox(
    ink,
    { x: place.x - reach, y: place.y - reach },
    { x: place.x + reach, y: place.y + reach },
    (index, x, y) => {
      if ((ink.data[index] ?? 0) < 0.5) return
      const found = { x: x + 0.5, y: y + 0.5 }
      const distance = Math.hypot(found.x - place.x, found.y - place.y)
      if (distance < shortest) [nearest, shortest] = [found, distance]
    },
  )
  return nearest
}
