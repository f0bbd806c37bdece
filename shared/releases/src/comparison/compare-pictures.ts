import { decode } from 'fast-png'
import pixelmatch from 'pixelmatch'
import type { Visit } from './observations.ts'

/** The share of the pixels that differ, 0 to 1, and the sentence about it; empty for the same. */
export interface PictureChange {
  differing: number
  text: string
}

export const samePicture: PictureChange = { differing: 0, text: '' }

/** A share of the pixels below which two pictures are the same to the eye. */
const smallest = 0.0002

/**
 * How much of the picture differs. The pixels that differ between two visits of one version are left
 * out, and so are pictures whose height differs between them.
 */
export function comparePictures(lives: Visit[], builds: Visit[]): PictureChange {
  const all = [...lives, ...builds]
  const isSame = builds.some(({ picture }) => lives.some((live) => live.picture === picture))
  if (isSame || all.some(({ picture }) => !picture)) return samePicture
  const [live, ...otherLives] = lives.map(read)
  const [build, ...otherBuilds] = builds.map(read)
  const isOf = (first: Picture) => (other: Picture) => other.height === first.height
  if (!live || !build || !otherLives.every(isOf(live)) || !otherBuilds.every(isOf(build)))
    return samePicture
  const { width, height } = live
  if (height !== build.height || width !== build.width)
    return {
      differing: 1,
      text: `the picture has ${build.width} × ${build.height} pixels instead of ${width} × ${height}`,
    }
  const noise = new Uint8Array(width * height)
  for (const one of otherLives) countDiffering(live, one, noise)
  for (const one of otherBuilds) countDiffering(build, one, noise)
  const differing = countDiffering(live, build, noise) / noise.length
  return differing < smallest
    ? samePicture
    : { differing, text: `${(differing * 100).toPrecision(2)} % of the picture differs` }
}

type Picture = ReturnType<typeof read>

/** `pixels` has four bytes for each. */
function read({ picture }: Visit) {
  const { width, height, data, channels } = decode(Buffer.from(picture ?? '', 'base64'))
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (let pixel = 0; pixel < width * height; pixel++) {
    pixels.set(data.subarray(pixel * channels, (pixel + 1) * channels), pixel * 4)
  }
  return { width, height, pixels }
}

/** Counts the pixels that differ and are not marked yet, and marks them. */
function countDiffering(one: Picture, other: Picture, marked: Uint8Array): number {
  const { width, height } = one
  const output = new Uint8Array(width * height * 4)
  const options = { diffMask: true, ignoreMask: marked }
  const count = pixelmatch(one.pixels, other.pixels, output, width, height, options)
  for (let pixel = 0; pixel < marked.length; pixel++) {
    if (output[pixel * 4 + 3]) marked[pixel] = 1
  }
  return count
}
