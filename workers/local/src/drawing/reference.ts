import { blur, createGrid, findRegions, type Grid, side } from './field/grid.ts'
import { createFigure, type Figure } from './figure.ts'
import { renderPixels } from './render.ts'

type Rgb = readonly [number, number, number]

/**
 * The figure that a picture shows: what differs from the colour along its edge, with its own lights and shades. Null where there is
 * none: an even picture, one without a background, or a format that the renderer does not read (WebP).
 */
export function readReference(href: string): Figure | null {
  const image = `<image x="0" y="0" width="512" height="512" href="${href}"/>`
  const { pixels } = renderPixels(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="-32 -32 576 576">${image}</svg>`,
  )
  const covered = (index: number) => (pixels[4 * index + 3] ?? 0) > 250
  const colour = (index: number): Rgb => [pixels[4 * index] ?? 0, pixels[4 * index + 1] ?? 0, pixels[4 * index + 2] ?? 0]
  const ground = groundOf(colour, covered)
  const apart = blur(
    createGrid((index) => (covered(index) ? Math.min(1, difference(colour(index), ground) / 76) : 0)),
    1,
  )
  fillHoles(apart)
  const share = apart.data.filter((value) => value > 0.5).length / apart.data.length
  return share < 0.003 || share > 0.7 ? null : createFigure(apart, stretch(apart, colour))
}

function difference(one: Rgb, other: Rgb): number {
  return Math.max(...one.map((value, i) => Math.abs(value - (other[i] ?? 0))))
}

/** The colour of the background: the middle one of each channel along the picture's edge. */
function groundOf(colour: (index: number) => Rgb, covered: (index: number) => boolean): Rgb {
  const rim: Rgb[] = []
  for (let index = side; index < side * side - side; index++) {
    if (covered(index) && [1, -1, side, -side].some((step) => !covered(index + step))) rim.push(colour(index))
  }
  const middle = (channel: 0 | 1 | 2) => rim.map((rgb) => rgb[channel]).sort((one, other) => one - other)[rim.length >> 1] ?? 255
  return [middle(0), middle(1), middle(2)]
}

/** A highlight as light as the background is no hole. */
function fillHoles(apart: Grid): void {
  for (const region of findRegions((index) => (apart.data[index] ?? 0) <= 0.5)) {
    if (region[0] !== 0) for (const cell of region) apart.data[cell] = 1
  }
}

/** The figure's own tones, from its lightest (0) to its darkest (1). */
function stretch(apart: Grid, colour: (index: number) => Rgb): Grid {
  const dark = createGrid((index) => {
    const [red, green, blue] = colour(index)
    return 1 - (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
  })
  const inside = dark.data.filter((_, index) => (apart.data[index] ?? 0) > 0.5).sort()
  const [low = 0, high = 1] = [inside[Math.floor(inside.length * 0.03)], inside[Math.floor(inside.length * 0.97)]]
  return createGrid((index) => Math.min(1, Math.max(0, ((dark.data[index] ?? 0) - low) / Math.max(0.1, high - low))))
}
