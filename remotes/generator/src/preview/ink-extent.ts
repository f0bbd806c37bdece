/** Where a drawing is on its sheet: start and length along each axis, in shares of the sheet's side. */
export interface InkExtent {
  x: { start: number; length: number }
  y: { start: number; length: number }
}

export const wholeSheet: InkExtent = { x: { start: 0, length: 1 }, y: { start: 0, length: 1 } }

/** A quarter of the pixels is enough for a ruler, and takes some 10 ms. */
const side = 512

/** Measures a loaded image of this site. Null for a picture whose ink cannot be told from its paper, and without a canvas or the code. */
export async function findInkExtent(image: HTMLImageElement): Promise<InkExtent | null> {
  // A chunk of its own: only a page with a design needs it.
  const stencil = await import('@encre/stencil/ink-bounds').catch(() => null)
  if (!stencil) return null
  const context = createContext()
  if (!context) return null
  context.drawImage(image, 0, 0, side, side)
  const bounds = stencil.inkBounds(context.getImageData(0, 0, side, side))
  if (bounds.kind !== 'ink') return null
  const { x, y, width, height } = bounds.box
  return { x: { start: x / side, length: width / side }, y: { start: y / side, length: height / side } }
}

function createContext() {
  if (typeof OffscreenCanvas === 'undefined') return null
  return new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true })
}
