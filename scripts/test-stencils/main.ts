import { distanceToZero } from '@encre/protocol/distance'
import { eachComponent, maskAbove } from '@encre/stencil/components'
import { type Drawing, readDrawing } from '@encre/stencil/drawing'
import { chooseRendering } from '@encre/stencil/first-rendering'
import { drawLineArt } from '@encre/stencil/line-art'
import { createField, type Field } from '@encre/stencil/pixels'
import { startMakerRenderer } from '../lib/maker-renderer.ts'
import { readPlainWords } from '../lib/run-command.ts'
import { drawTestPictures, side, type TestPicture } from './pictures.ts'

const sizeMm = 125
const nearPixels = 4
const solidPixels = 12
const largestSpeckMm = 0.6

readPlainWords(`npm test -- --long stencils    draws 25 pictures as providers and photos soften, light and frame them; their stencils may lose no closed
                                contour, blacken at most 30 % of a drawing and leave at most 1 speck per cm2`)
await startMakerRenderer()
let failed = 0
for (const picture of drawTestPictures()) {
  const read = readDrawing(picture.picture)
  const choice = read.kind === 'ink' ? chooseRendering(read.drawing, picture.style) : null
  if (read.kind !== 'ink' || !choice) {
    failed++
    console.log(`${picture.name}: refused, ${read.kind}`)
    continue
  }
  const stencil = placeStencil(drawLineArt(read.drawing, { ...choice, sizeMm }), read.drawing)
  const { lost, slab, specksPerCm2 } = countDefects(picture, stencil)
  if (lost > 0 || slab > 0.3 || specksPerCm2 > 1) failed++
  const counts = `${lost} of ${picture.contours.length} contours lost, slab ${(100 * slab).toFixed(0)} %, ${specksPerCm2.toFixed(2)} specks per cm2`
  console.log(`${picture.name}: ${choice.rendering} ${choice.fineness}, ${counts}${read.drawing.otherPlace ? ', frame left out' : ''}`)
}
console.log(`${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

interface Defects {
  /** Closed lines of which a tenth or more is missing. */
  lost: number
  /** The share of the drawing that is solid ink in the stencil and not in the drawing. */
  slab: number
  specksPerCm2: number
}

/** The line art of a drawing in a field of the picture's size. */
function placeStencil(lineArt: Field, { box, place }: Drawing): Field {
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
function countDefects({ drawn, contours }: TestPicture, stencil: Field): Defects {
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

function invert(mask: Uint8Array): Uint8Array {
  return mask.map((value) => 1 - value)
}
