import { distanceToZero } from '@encre/protocol/distance'
import { eachComponent, maskAbove } from '@encre/stencil/components'
import type { Drawing } from '@encre/stencil/drawing'
import { createField, type Field } from '@encre/stencil/pixels'
import { side, type TestPicture } from './pictures.ts'

/** What a stencil does wrong. */
export interface Defects {
  /** Closed lines of which a tenth or more is missing. */
  lost: number
  /** The share of the drawing that is solid ink in the stencil and not in the drawing. */
  slab: number
  specksPerCm2: number
}

const sizeMm = 125
const nearPixels = 4
const solidPixels = 12
const largestSpeckMm = 0.6

/** The line art of a drawing in a field of the picture's size. */
export function placeStencil(lineArt: Field, { box, place }: Drawing): Field {
  const field = createField(side, side)
  for (let y = 0; y < lineArt.height; y++) {
    for (let x = 0; x < lineArt.width; x++) {
      const [column, row] = [x - box.x + place.x, y - box.y + place.y]
      if (column >= 0 && column < side && row >= 0 && row < side) field.data[row * side + column] = lineArt.data[y * lineArt.width + x] ?? 0
    }
  }
  return field
}

/** Compares a stencil of the picture's size with what was drawn. */
export function countDefects({ drawn, contours }: TestPicture, stencil: Field): Defects {
  const mask = maskAbove(stencil, 0.5)
  const ink = Uint8Array.from({ length: side * side }, (_, i) => ((drawn.data[4 * i] ?? 255) < 160 ? 1 : 0))
  const toStencil = distanceToZero(invert(mask), side)
  const toInk = distanceToZero(invert(ink), side)
  const isFound = ([x, y]: readonly [number, number]) => (toStencil[Math.round(y) * side + Math.round(x)] ?? side) <= nearPixels
  const places = contours.flat()
  const [left, right] = [Math.min(...places.map(([x]) => x)), Math.max(...places.map(([x]) => x))]
  const [top, bottom] = [Math.min(...places.map(([, y]) => y)), Math.max(...places.map(([, y]) => y))]
  const cmPerPixel = sizeMm / 10 / Math.max(right - left, bottom - top)
  let [solid, specks] = [0, 0]
  const fromEdge = distanceToZero(mask, side)
  for (let i = 0; i < mask.length; i++) if ((fromEdge[i] ?? 0) > solidPixels && (toInk[i] ?? 0) > 1) solid++
  eachComponent(mask, side, (indices) => {
    if (indices.length * (10 * cmPerPixel) ** 2 > Math.PI * (largestSpeckMm / 2) ** 2) return
    if (indices.every((index) => (toInk[index] ?? 0) > 2)) specks++
  })
  const area = (right - left) * (bottom - top)
  return {
    lost: contours.filter((points) => points.filter(isFound).length < 0.9 * points.length).length,
    slab: solid / area,
    specksPerCm2: specks / (area * cmPerPixel ** 2),
  }
}

const invert = (mask: Uint8Array) => mask.map((value) => 1 - value)
