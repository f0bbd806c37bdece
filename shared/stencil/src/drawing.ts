import { flattenBackground } from './background.ts'
import { readInk } from './ink.ts'
import { inkBounds } from './ink-bounds.ts'
import { readPaper } from './paper.ts'
import type { Box, Field, Pixels } from './pixels.ts'

/** The drawn part of a picture, ready for everything that is computed from it. */
export interface Drawing {
  /** Distance from the paper, 0 to 1, of the drawn part and a margin of paper around it. */
  readonly ink: Field
  /** How much darker than the paper, 0 to 1; same size as `ink`. */
  readonly darkness: Field
  /** The same part of the picture, for colours. */
  readonly picture: Pixels
  /** The ink within these fields. Its longest side is the tattoo's size. */
  readonly box: Box
  /** The ink within the picture, which is reduced to 2048 pixels. */
  readonly place: Box
  /** Whether something reaches the picture's edge: a photo, a frame, a design that is cut off. */
  readonly touchesBorder: boolean
}

/** `tiny`: the ink is less than 48 pixels long, too few for lines. */
export type DrawingResult =
  | { readonly kind: 'ink'; readonly drawing: Drawing }
  | { readonly kind: 'blank' | 'black' | 'tiny' }

/** Longest side of a picture that is computed with: 0.06 mm per pixel at 12.5 cm. */
const maximumPixels = 2048
/** Longest side of the smallest drawing. */
const minimumPixels = 48
/** Pixels of paper around the box. */
const margin = 8

/**
 * Reads a picture of any size, reduced to 2048 pixels first. Never throws for what a picture shows.
 */
export function readDrawing(picture: Pixels): DrawingResult {
  const longest = Math.max(picture.width, picture.height)
  const flat = flattenBackground(reduce(picture, Math.ceil(longest / maximumPixels)))
  const bounds = inkBounds(flat)
  if (!('box' in bounds)) return bounds
  const place = bounds.box
  if (Math.max(place.width, place.height) < minimumPixels) return { kind: 'tiny' }
  const area = {
    x: place.x - margin,
    y: place.y - margin,
    width: place.width + 2 * margin,
    height: place.height + 2 * margin,
  }
  const touchesBorder =
    place.x === 0 ||
    place.y === 0 ||
    place.x + place.width === flat.width ||
    place.y + place.height === flat.height
  return {
    kind: 'ink',
    drawing: {
      ...readInk(flat, readPaper(flat), area),
      picture: crop(flat, area),
      box: { ...place, x: margin, y: margin },
      place,
      touchesBorder,
    },
  }
}

/** Millimetres per pixel of a drawing whose ink is `sizeMm` long. */
export function millimetresPerPixel({ box }: Pick<Drawing, 'box'>, sizeMm: number): number {
  return sizeMm / Math.max(box.width, box.height)
}

/** Copies an area; beyond the picture's edge it is white. */
function crop({ width, height, data }: Pixels, area: Box): Pixels {
  const to = new Uint8ClampedArray(4 * area.width * area.height).fill(255)
  const left = Math.max(0, area.x)
  const right = Math.min(width, area.x + area.width)
  const bottom = Math.min(height, area.y + area.height)
  for (let y = Math.max(0, area.y); y < bottom; y++) {
    const row = data.subarray(4 * (y * width + left), 4 * (y * width + right))
    to.set(row, 4 * ((y - area.y) * area.width + left - area.x))
  }
  return { width: area.width, height: area.height, data: to }
}

/** Averages squares of `factor` pixels, colours weighted by alpha. */
function reduce(picture: Pixels, factor: number): Pixels {
  if (factor <= 1) return picture
  const width = Math.max(1, Math.floor(picture.width / factor))
  const height = Math.max(1, Math.floor(picture.height / factor))
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      for (let row = y * factor; row < (y + 1) * factor; row++) {
        for (let column = x * factor; column < (x + 1) * factor; column++) {
          const at = 4 * (row * picture.width + column)
          const weight = picture.data[at + 3] ?? 0
          red += weight * (picture.data[at] ?? 0)
          green += weight * (picture.data[at + 1] ?? 0)
          blue += weight * (picture.data[at + 2] ?? 0)
          alpha += weight
        }
      }
      const at = 4 * (y * width + x)
      data[at] = red / (alpha || 1)
      data[at + 1] = green / (alpha || 1)
      data[at + 2] = blue / (alpha || 1)
      data[at + 3] = alpha / factor ** 2
    }
  }
  return { width, height, data }
}
