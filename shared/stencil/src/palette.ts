import { colourNames } from '@encre/picture/colour-names'
import { type Oklab, rgbOf } from '@encre/picture/oklab'
import type { Drawing } from './drawing.ts'
import { colourDistance, toOklab } from './oklab.ts'
import { sumOf } from './quantile.ts'

/** A colour of the drawing's ink. */
export interface MeasuredColour {
  /** Lower case, `#cc0000`. A colour near a chosen one has the value of the chosen one. */
  readonly hex: string
  /** Its share of all ink, 0 to 1. Colours under a hundredth are left out. */
  readonly share: number
}

const maximumColours = 6
/** The first colours of the groups are at least this far apart in OKLab. */
const seedDistance = 0.1
/** A group nearer than this to a chosen colour has the value of that colour. */
const chosenDistance = 0.13
/** A pixel with less ink than this is paper. */
const minimumInk = 0.12
const minimumShare = 0.01

interface Sample {
  readonly colour: Oklab
  readonly rgb: readonly [number, number, number]
}

/**
 * The colours of a drawing, the most frequent first: k-means in OKLab from seeds as far apart as
 * can be, over pixels whose neighbours are alike, so that soft edges are no colours. Chosen colours
 * are seeds too: one that is only in thin lines is found as well.
 */
export function measurePalette(drawing: Drawing, chosen: readonly string[]): MeasuredColour[] {
  const { flat, all } = takeSamples(drawing)
  const samples = flat.length > 50 ? flat : all
  if (samples.length === 0) return []
  const wanted = chosen.map((hex) => ({ hex: hex.toLowerCase(), colour: toOklab(...rgbOf(hex)) }))
  const centres = wanted
    .map(({ colour }) => colour)
    .filter((colour) => all.some((sample) => colourDistance(sample.colour, colour) < 0.06))
  while (centres.length < maximumColours + wanted.length) {
    const farthest = samples.reduce((one, other) =>
      nearest(other.colour, centres).distance > nearest(one.colour, centres).distance ? other : one,
    )
    if (nearest(farthest.colour, centres).distance < seedDistance) break
    centres.push(farthest.colour)
  }
  let groups = group(samples, centres)
  for (let round = 0; round < 4; round++) groups = group(samples, groups.map(meanColour))
  const shares = new Map<string, number>()
  for (const members of groups) {
    const near = wanted.find(
      ({ colour }) => colourDistance(colour, meanColour(members)) < chosenDistance,
    )
    const hex = near?.hex ?? toHex(members)
    shares.set(hex, (shares.get(hex) ?? 0) + members.length / samples.length)
  }
  // No pixel of a thin line is flat: a chosen colour without a group may still be in thin lines, so
  // look for it in all ink.
  for (const { hex, colour } of wanted) {
    if (shares.has(hex)) continue
    const share =
      all.filter((sample) => colourDistance(sample.colour, colour) < chosenDistance / 2).length /
      all.length
    if (share >= minimumShare) shares.set(hex, share)
  }
  const total = sumOf([...shares.values()])
  const found = [...shares]
    .map(([hex, share]) => ({ hex, share: share / total }))
    .filter(({ share }) => share >= minimumShare)
  return mergeByName(found).slice(0, maximumColours)
}

/** Shades with one name are one colour to a reader, with the code of the largest. */
export function mergeByName(colours: readonly MeasuredColour[]): MeasuredColour[] {
  const byShare = (one: MeasuredColour, other: MeasuredColour) => other.share - one.share
  const shades = Map.groupBy(colours.toSorted(byShare), ({ hex }) => colourNames([hex])[0])
  return [...shades.values()]
    .map((group) => ({
      hex: group[0]?.hex ?? '',
      share: group.reduce((sum, { share }) => sum + share, 0),
    }))
    .sort(byShare)
}

/** About 6 000 inked pixels, and those of them whose four neighbours have as much ink. */
function takeSamples({ ink, picture }: Drawing): { flat: Sample[]; all: Sample[] } {
  const { width, height, data } = ink
  const inked: number[] = []
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++)
      if ((data[y * width + x] ?? 0) > minimumInk) inked.push(y * width + x)
  }
  const stride = Math.max(1, Math.floor(inked.length / 6000))
  const [flat, all]: [Sample[], Sample[]] = [[], []]
  for (let i = 0; i < inked.length; i += stride) {
    const index = inked[i] ?? 0
    const rgb = [0, 1, 2].map((channel) => picture.data[4 * index + channel] ?? 0)
    const [red = 0, green = 0, blue = 0] = rgb
    const sample: Sample = { colour: toOklab(red, green, blue), rgb: [red, green, blue] }
    all.push(sample)
    const isFlat = [1, -1, width, -width].every(
      (step) => Math.abs((data[index + step] ?? 0) - (data[index] ?? 0)) < 0.05,
    )
    if (isFlat) flat.push(sample)
  }
  return { flat, all }
}

function nearest(colour: Oklab, centres: readonly Oklab[]): { distance: number; index: number } {
  let distance = Infinity
  let index = 0
  for (const [i, centre] of centres.entries()) {
    const found = colourDistance(colour, centre)
    if (found < distance) [distance, index] = [found, i]
  }
  return { distance, index }
}

function group(samples: readonly Sample[], centres: readonly Oklab[]): Sample[][] {
  const groups = centres.map((): Sample[] => [])
  for (const sample of samples) groups[nearest(sample.colour, centres).index]?.push(sample)
  return groups.filter((members) => members.length > 0)
}

function meanColour(members: readonly Sample[]): Oklab {
  const mean = (axis: 0 | 1 | 2) =>
    members.reduce((sum, { colour }) => sum + colour[axis], 0) / members.length
  return [mean(0), mean(1), mean(2)]
}

function toHex(members: readonly Sample[]): string {
  const mean = (axis: 0 | 1 | 2) =>
    Math.round(members.reduce((sum, { rgb }) => sum + rgb[axis], 0) / members.length)
  return `#${[mean(0), mean(1), mean(2)].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
