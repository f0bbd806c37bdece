import { createGrid, type Grid, side } from './field/grid.ts'
import { createFigure, type Figure } from './figure.ts'
import { renderPixels } from './render.ts'

/**
 * The figure that a picture shows, told from its background by lightness. Null where there is none: an even picture, or a format
 * that the renderer does not read (WebP).
 */
export function readReference(href: string): Figure | null {
  const image = `<image x="0" y="0" width="512" height="512" href="${href}"/>`
  const { pixels } = renderPixels(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="-32 -32 576 576">${image}</svg>`,
  )
  const covered = (index: number) => (pixels[4 * index + 3] ?? 0) > 127
  const dark = createGrid((index) => (covered(index) ? 1 - lightness(pixels, 4 * index) : 0))
  const ground = groundOf(dark, covered)
  const apart = createGrid((index) => (covered(index) ? Math.min(1, Math.abs((dark.data[index] ?? 0) - ground) * 2.6) : 0))
  const share = apart.data.filter((value) => value > 0.5).length / apart.data.length
  return share < 0.003 || share > 0.75 ? null : createFigure(apart, dark)
}

function lightness(pixels: Uint8Array, at: number): number {
  return (0.2126 * (pixels[at] ?? 0) + 0.7152 * (pixels[at + 1] ?? 0) + 0.0722 * (pixels[at + 2] ?? 0)) / 255
}

/** The tone of the background: the middle one along the picture's edge. */
function groundOf(dark: Grid, covered: (index: number) => boolean): number {
  const rim: number[] = []
  for (let index = 1; index < dark.data.length - side; index++) {
    if (covered(index) && !(covered(index - 1) && covered(index + 1) && covered(index + side))) rim.push(dark.data[index] ?? 0)
  }
  return rim.sort((one, other) => one - other)[rim.length >> 1] ?? 0
}
