import { inkBounds } from '@encre/stencil/ink-bounds'
import type { InkExtent } from './stencil-frame.tsx'

/** A quarter of the pixels is enough for a ruler, and takes some 10 ms. */
const side = 512

/** Measures a loaded image of this site. Null for a picture whose ink cannot be told from its paper, and without a canvas. */
export async function findInkExtent(image: HTMLImageElement): Promise<InkExtent | null> {
  const context = createContext()
  if (!context) return null
  context.drawImage(image, 0, 0, side, side)
  const bounds = inkBounds(context.getImageData(0, 0, side, side))
  if (bounds.kind !== 'ink') return null
  const { x, y, width, height } = bounds.box
  return { x: { start: x / side, length: width / side }, y: { start: y / side, length: height / side } }
}

function createContext() {
  if (typeof OffscreenCanvas === 'undefined') return null
  return new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true })
}
