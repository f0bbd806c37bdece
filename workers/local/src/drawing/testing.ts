import type { Picture } from './render.ts'

type Rgb = readonly [number, number, number]

/** Share of the sheet that is not paper; `countInk.box` is the box around it. */
export function countInk(picture: Picture): number {
  let count = 0
  eachInk(picture, () => count++)
  return count / (picture.width * picture.height)
}

countInk.box = (picture: Picture): { width: number; height: number } => {
  let [left, right, top, foot] = [picture.width, 0, picture.height, 0]
  eachInk(picture, (_, x, y) => {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    foot = Math.max(foot, y)
  })
  return { width: right - left, height: foot - top }
}

/**
 * Share of the sheet that each of some colours takes, and of pixels that no mixture of two of them and paper gives: `foreign`.
 */
export function nearestColour(picture: Picture, hexes: readonly string[]): { shares: Map<string, number>; foreign: number } {
  const inks = hexes.map((hex): Rgb => [absorbed(hex, 1), absorbed(hex, 3), absorbed(hex, 5)])
  const counts = hexes.map(() => 0)
  let foreign = 0
  eachInk(picture, (rgb) => {
    const ink: Rgb = [255 - rgb[0], 255 - rgb[1], 255 - rgb[2]]
    const [best] = inks.map((one, i) => [angle(ink, one), i] as const).sort((one, other) => one[0] - other[0])
    if (best && best[0] < 0.12) counts[best[1]] = (counts[best[1]] ?? 0) + 1
    else if (!isMixture(ink, inks)) foreign++
  })
  const total = picture.width * picture.height
  return { shares: new Map(hexes.map((hex, i) => [hex, (counts[i] ?? 0) / total])), foreign: foreign / total }
}

export function mirror({ width, height, pixels }: Picture): Picture {
  const turned = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      turned.set(pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4), 4 * (y * width + width - 1 - x))
  }
  return { width, height, pixels: turned }
}

/** The share of pixels that two pictures of one size do not have in common. */
export function differenceOf(one: Picture, other: Picture): number {
  let different = 0
  for (let at = 0; at < one.pixels.length; at += 4) {
    if ([0, 1, 2].some((i) => Math.abs((one.pixels[at + i] ?? 0) - (other.pixels[at + i] ?? 0)) > 40)) different++
  }
  return (4 * different) / one.pixels.length
}

function eachInk({ width, height, pixels }: Picture, visit: (rgb: Rgb, x: number, y: number) => void): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x)
      const rgb: Rgb = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
      if (Math.min(...rgb) < 200) visit(rgb, x, y)
    }
  }
}

function absorbed(hex: string, at: number): number {
  return 255 - Number.parseInt(hex.slice(at, at + 2), 16)
}

function angle(one: Rgb, other: Rgb): number {
  const dot = one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
  return Math.acos(Math.min(1, dot / (Math.hypot(...one) * Math.hypot(...other) || 1)))
}

/** Inks over one another: a channel that no ink absorbs stays light, whatever is mixed. */
function isMixture(ink: Rgb, inks: readonly Rgb[]): boolean {
  const most = [0, 1, 2].map((i) => Math.max(...inks.map((one) => one[i] ?? 0)))
  return [0, 1, 2].every((i) => (ink[i] ?? 0) <= (most[i] ?? 0) + 12)
}
