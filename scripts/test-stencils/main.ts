import { readDrawing } from '@encre/stencil/drawing'
import { chooseRendering } from '@encre/stencil/first-rendering'
import { drawLineArt } from '@encre/stencil/line-art'
import { startMakerRenderer } from '../lib/maker-renderer.ts'
import { readPlainWords } from '../lib/run-command.ts'
import { countDefects, placeStencil } from './count-defects.ts'
import { drawTestPictures } from './pictures.ts'

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
  const stencil = placeStencil(drawLineArt(read.drawing, { ...choice, sizeMm: 125 }), read.drawing)
  const { lost, slab, specksPerCm2 } = countDefects(picture, stencil)
  if (lost > 0 || slab > 0.3 || specksPerCm2 > 1) failed++
  const counts = `${lost} of ${picture.contours.length} contours lost, slab ${(100 * slab).toFixed(0)} %, ${specksPerCm2.toFixed(2)} specks per cm2`
  console.log(`${picture.name}: ${choice.rendering} ${choice.fineness}, ${counts}${read.drawing.otherPlace ? ', frame left out' : ''}`)
}
console.log(`${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
