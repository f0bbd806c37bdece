import type { Oklab } from '@encre/picture/oklab'
import { colourDistance, toOklab } from './oklab.ts'
import type { Pixels } from './pixels.ts'
import { quantile } from './quantile.ts'

/** What a design is drawn on. */
export interface Paper {
  readonly colour: Oklab
  /**
   * How far the paper deviates from its own colour, by grain or uneven light. A pixel nearer to
   * `colour` than this is paper.
   */
  readonly spread: number
}

/** A picture beside its paper, pixel by pixel. */
export interface Contrast {
  readonly paper: Paper
  /** How different each pixel looks from the paper. */
  readonly distances: Float32Array<ArrayBuffer>
  /** OKLab's lightness of each pixel. */
  readonly lightness: Float32Array
}

const minimumSpread = 0.015
const maximumSpread = 0.12

/** Channel of a pixel on white paper, for pictures with transparent ones. */
export function onWhite(channel: number, alpha: number): number {
  return alpha === 255 ? channel : Math.round(255 + ((channel - 255) * alpha) / 255)
}

/**
 * Reads the paper from the border of a picture, since designs are drawn in the middle. A median, so
 * that up to half of the border may carry ink. Transparent pixels count as white.
 */
export function readPaper(picture: Pixels): Paper {
  const places = listBorder(picture)
  const channels = [0, 1, 2].map((channel) =>
    quantile(
      places.map((at) => readChannel(picture, at, channel)),
      0.5,
    ),
  )
  const [red = 255, green = 255, blue = 255] = channels
  const colour = toOklab(red, green, blue)
  const distances = places.map((at) => {
    return colourDistance(
      colour,
      toOklab(
        readChannel(picture, at, 0),
        readChannel(picture, at, 1),
        readChannel(picture, at, 2),
      ),
    )
  })
  // Half of the border deviates less than the median; Gaussian grain stays within six times that.
  return {
    colour,
    spread: Math.min(maximumSpread, Math.max(minimumSpread, 6 * quantile(distances, 0.5))),
  }
}

/** Most pixels have one of so many colours: the last ones are kept. */
const keptBits = 14

/** Reads the colour of each pixel, which takes long: what needs it shares the result. */
export function compareWithPaper(picture: Pixels): Contrast {
  const paper = readPaper(picture)
  const { data } = picture
  const distances = new Float32Array(data.length / 4)
  const lightness = new Float32Array(data.length / 4)
  const kept = {
    colours: new Int32Array(1 << keptBits).fill(-1),
    distances: new Float32Array(1 << keptBits),
    lightness: new Float32Array(1 << keptBits),
  }
  for (let index = 0; index < distances.length; index++) {
    const at = 4 * index
    const alpha = data[at + 3] ?? 255
    const red = onWhite(data[at] ?? 255, alpha)
    const green = onWhite(data[at + 1] ?? 255, alpha)
    const blue = onWhite(data[at + 2] ?? 255, alpha)
    const colour = (red << 16) | (green << 8) | blue
    const slot = Math.imul(colour, 0x9e3779b1) >>> (32 - keptBits)
    if (kept.colours[slot] !== colour) {
      const seen = toOklab(red, green, blue)
      kept.colours[slot] = colour
      kept.distances[slot] = colourDistance(seen, paper.colour)
      kept.lightness[slot] = seen[0]
    }
    distances[index] = kept.distances[slot] ?? 0
    lightness[index] = kept.lightness[slot] ?? 0
  }
  return { paper, distances, lightness }
}

/** Channel of the pixel at a byte offset, on white paper. */
export function readChannel({ data }: Pixels, at: number, channel: number): number {
  return onWhite(data[at + channel] ?? 255, data[at + 3] ?? 255)
}

/** Byte offsets of about 1 500 pixels in the outermost hundredth of the picture. */
function listBorder({ width, height }: Pixels): number[] {
  const depth = Math.max(1, Math.round(Math.min(width, height) / 100))
  const stride = Math.max(1, Math.round((2 * depth * (width + height)) / 1500))
  const places: number[] = []
  let count = 0
  const add = (x: number, y: number) => {
    if (count++ % stride === 0) places.push(4 * (y * width + x))
  }
  for (let ring = 0; ring < depth; ring++) {
    for (let x = 0; x < width; x++) {
      add(x, ring)
      add(x, height - 1 - ring)
    }
    for (let y = 0; y < height; y++) {
      add(ring, y)
      add(width - 1 - ring, y)
    }
  }
  return places
}
