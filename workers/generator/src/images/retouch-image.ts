import { distanceToZero } from '@encre/picture/distance'
import {
  cleanImage,
  type ImageFormat,
  readImageFormat,
  type Sides,
} from '@encre/worker/clean-image'
import { convertIndexedToRgb, type DecodedPng, decode, encode } from 'fast-png'
import type { Bindings } from '../bindings.ts'

// A retouch changes only what was painted. `parents.ts` checks the mask that the page made
// (`remotes/generator/src/retouch/region.ts`), `offer-design.ts` composes before saving.

/** Most pixels of an image that is composed: three such images fit into a worker's memory. */
export const composedPixelsLimit = 2048 * 2048
/** Pixels over which the new image fades into the old one, inside the mask. */
const fadePixels = 8

type Size = Pick<ImageFormat, 'width' | 'height'>

/** Four bytes per pixel: red, green, blue, alpha. */
interface Pixels extends Size {
  data: Uint8Array
}

/** 1 where the image may change, 0 where it stays. */
type Mask = Uint8Array

export type MaskProblem = 'mask-size' | 'mask-empty' | 'mask-full'

/** Reads a mask, which is transparent where the image may change. Needs a file of `cleanImage`. */
export function readMask(png: Uint8Array<ArrayBuffer>, size: Size): Mask | MaskProblem {
  const format = readImageFormat(png)
  if (format?.width !== size.width || format.height !== size.height) return 'mask-size'
  const { data } = decodePixels(png)
  const mask = new Uint8Array(size.width * size.height)
  for (let at = 0; at < mask.length; at++) {
    mask[at] = (data[4 * at + 3] ?? 255) < 128 ? 1 : 0
  }
  if (!mask.includes(1)) return 'mask-empty'
  return mask.includes(0) ? mask : 'mask-full'
}

export function encodeMask(mask: Mask, { width, height }: Size): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(4 * mask.length)
  for (let at = 0; at < mask.length; at++) {
    data[4 * at + 3] = mask[at] ? 0 : 255
  }
  return new Uint8Array(encode({ width, height, data, channels: 4 }))
}

/** Whether the paper of a design is transparent: at least a tenth of its pixels. */
export function hasClearPaper(png: Uint8Array): boolean {
  if (!isComposable(png)) return false
  const { data } = decodePixels(png)
  return data.filter((value, at) => at % 4 === 3 && value === 0).length >= data.length / 40
}

function isComposable(png: Uint8Array): boolean {
  const format = readImageFormat(png)
  return format?.type === 'image/png' && format.width * format.height <= composedPixelsLimit
}

/**
 * Makes white paper transparent, unless some pixel is so already: each gets the colour and opacity
 * that look the same on white.
 */
function clearPaper({ data, ...size }: Pixels): Pixels {
  if (data.some((value, at) => at % 4 === 3 && value < 255)) return { data, ...size }
  const clear = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at += 4) {
    const alpha = 255 - Math.min(...data.subarray(at, at + 3))
    if (alpha === 0) continue
    for (let channel = at; channel < at + 3; channel++) {
      clear[channel] = Math.round(255 - ((255 - (data[channel] ?? 0)) * 255) / alpha)
    }
    clear[at + 3] = alpha
  }
  return { data: clear, ...size }
}

/**
 * The provider's image inside the mask, and the design's pixels outside. Null if the provider's
 * image does not decode.
 */
export async function composeRetouch(
  env: Pick<Bindings, 'DECODER'>,
  {
    design,
    isClear,
    mask: maskFile,
  }: { design: Uint8Array<ArrayBuffer>; isClear: boolean; mask: Uint8Array<ArrayBuffer> | null },
  image: Uint8Array<ArrayBuffer>,
  sides: Sides,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const clean = await cleanImage(env, image, sides)
  if (!clean) return null
  if (!maskFile)
    return isClear && isComposable(clean) ? encodePixels(clearPaper(decodePixels(clean))) : clean
  const before = await readPixels(env, design)
  const mask = readMask(maskFile, before)
  if (typeof mask === 'string') throw new Error(`the mask does not fit the design: ${mask}`)
  const { width, height } = before
  const scaled = isOfSize(clean, before)
    ? clean
    : await cleanImage(env, clean, { min: 1, max: 0, exact: { width, height } })
  if (!scaled) return null
  const after = decodePixels(scaled)
  return encodePixels({
    width,
    height,
    data: blend(before, isClear ? clearPaper(after) : after, fadeIn(mask, before)),
  })
}

async function readPixels(
  env: Pick<Bindings, 'DECODER'>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Pixels> {
  const format = readImageFormat(bytes)
  const png =
    format?.type === 'image/png'
      ? bytes
      : await cleanImage(env, bytes, { min: 1, max: composedPixelsLimit })
  if (!png) throw new Error('the design to retouch does not decode')
  return decodePixels(png)
}

function isOfSize(png: Uint8Array, { width, height }: Size): boolean {
  const format = readImageFormat(png)
  return format?.width === width && format.height === height
}

/**
 * Copies the pixels of weight 0. The others are mixed with their opacity, so that what is
 * transparent has no colour.
 */
function blend(before: Pixels, after: Pixels, weights: Float32Array): Uint8Array {
  const data = before.data.slice()
  for (let at = 0; at < weights.length; at++) {
    const weight = weights[at] ?? 0
    if (weight === 0) continue
    const pixel = 4 * at
    const kept = (1 - weight) * (before.data[pixel + 3] ?? 0)
    const added = weight * (after.data[pixel + 3] ?? 0)
    const alpha = kept + added
    for (let channel = pixel; channel < pixel + 3; channel++) {
      data[channel] =
        alpha === 0
          ? 0
          : Math.round(
              (kept * (before.data[channel] ?? 0) + added * (after.data[channel] ?? 0)) / alpha,
            )
    }
    data[pixel + 3] = Math.round(alpha)
  }
  return data
}

function fadeIn(mask: Mask, { width }: Size): Float32Array {
  return distanceToZero(mask, width).map((distance) => Math.min(1, distance / fadePixels))
}

/**
 * The pixels of a PNG that this site or its Images service has written: other files may inflate
 * without end.
 */
export function decodePixels(png: Uint8Array): Pixels {
  const decoded = decode(png)
  const { width, height, depth, palette } = decoded
  const channels = palette ? (palette[0]?.length ?? 3) : decoded.channels
  const source = palette ? convertIndexedToRgb(decoded) : toBytes(decoded)
  if (source.length !== width * height * channels)
    throw new Error(`a PNG of ${depth} bits and ${channels} channels is not read`)
  const data = new Uint8Array(4 * width * height).fill(255)
  const colours = channels > 2 ? [0, 1, 2] : [0, 0, 0]
  for (let at = 0; at < width * height; at++) {
    for (const [channel, from] of colours.entries()) {
      data[4 * at + channel] = source[at * channels + from] ?? 0
    }
    if (channels % 2 === 0) data[4 * at + 3] = source[(at + 1) * channels - 1] ?? 0
  }
  return { width, height, data }
}

function toBytes({ data, depth }: DecodedPng): ArrayLike<number> {
  return depth === 16 ? Uint8Array.from(data, (value) => value >> 8) : data
}

function encodePixels({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encode({ width, height, data, channels: 4 }))
}
