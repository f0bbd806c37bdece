import { coverSegment } from './cover.ts'
import {
  isConvex,
  mapCorners,
  type Projection,
  project,
  type Quad,
  squareToQuad,
  straighten,
} from './perspective.ts'
import { type Box, cropPixels, longestOf, type Pixels } from './pixels.ts'
import { quantile } from './quantile.ts'
import { apart, type Point } from './skin.ts'
import { pixelsPerMm, type Stroke } from './strokes.ts'

/**
 * The part of a picture that is the drawing. Places are shares of the picture's width and height,
 * from its top left: x and y of each.
 */
export interface Crop {
  /** Of the four corners, clockwise from the top left: they become the corners of the sheet. */
  readonly corners: number[]
  /** What is not the drawing. `width` is a share of the picture's longer side. */
  readonly strokes: { width: number; points: number[] }[]
}

type Size = Pick<Box, 'width' | 'height'>

export const wholePicture: Crop = { corners: [0, 0, 1, 0, 1, 1, 0, 1], strokes: [] }

export function cornersOf({ corners }: Pick<Crop, 'corners'>): Quad {
  const corner = (index: number) => ({
    x: corners[2 * index] ?? 0,
    y: corners[2 * index + 1] ?? 0,
  })
  return [corner(0), corner(1), corner(2), corner(3)]
}

/** The part of the picture within the corners, straight. Whole pixels stay as they are. */
export async function cutOut(
  picture: Pixels,
  crop: Crop,
  pause: () => Promise<void>,
): Promise<Pixels> {
  const { width, height } = picture
  const quad = mapCorners(cornersOf(crop), ({ x, y }) => ({ x: x * width, y: y * height }))
  if (!isConvex(quad)) return picture
  const [topLeft, topRight, bottomRight, bottomLeft] = quad
  const isUpright =
    Math.abs(topLeft.x - bottomLeft.x) < 0.5 &&
    Math.abs(topRight.x - bottomRight.x) < 0.5 &&
    Math.abs(topLeft.y - topRight.y) < 0.5 &&
    Math.abs(bottomLeft.y - bottomRight.y) < 0.5
  if (!isUpright) return straighten(picture, quad, pause)
  const left = Math.round(topLeft.x)
  const top = Math.round(topLeft.y)
  const columns = Math.max(1, Math.round(bottomRight.x) - left)
  const rows = Math.max(1, Math.round(bottomRight.y) - top)
  if (columns === width && rows === height) return picture
  return cropPixels(picture, { x: left, y: top, width: columns, height: rows })
}

/** A mask of the cut-out part: 1 where a stroke excludes a pixel. Null without strokes. */
export function maskOf(crop: Crop, whole: Size, { width, height }: Size): Uint8Array | null {
  if (crop.strokes.length === 0) return null
  const toPart = invert(squareToQuad(cornersOf(crop)))
  const place = (x: number, y: number) => {
    const part = project(toPart, x, y)
    return { x: part.x * width, y: part.y * height }
  }
  const mask = new Uint8Array(width * height)
  for (const stroke of crop.strokes) {
    const points = pointsOf(stroke.points)
    const side = (stroke.width * longestOf(whole)) / 2
    for (const [index, to] of points.entries()) {
      const from = points[index - 1] ?? to
      // The stroke's own width where it lies, whatever its perspective.
      const beside = place(to.x + side / whole.width, to.y)
      const end = place(to.x, to.y)
      const radius = apart(end, beside)
      const start = { ...place(from.x, from.y), radius }
      coverSegment({ width, height }, start, { ...end, radius }, (at, share) => {
        if (share >= 0.5) mask[at] = 1
      })
    }
  }
  return mask
}

/** Each fourth pixel says enough about the paper. */
const stride = 4
/** Three of five pixels are no lighter than the paper: what is drawn is a small part. */
const paperShare = 0.6

/** The picture with its own paper where the mask is 1. */
export function paintPaper(picture: Pixels, mask: Uint8Array | null): Pixels {
  if (!mask) return picture
  const kept: number[] = []
  for (let index = 0; index < mask.length; index += stride) {
    if (!mask[index]) kept.push(index)
  }
  const { data } = picture
  const paper = [0, 1, 2, 3].map((channel) =>
    quantile(
      kept.map((index) => data[4 * index + channel] ?? 255),
      paperShare,
    ),
  )
  const painted = Uint8ClampedArray.from(data)
  for (let index = 0; index < mask.length; index++) {
    if (mask[index]) painted.set(paper, 4 * index)
  }
  return { ...picture, data: painted }
}

/** The drawing of a picture as a picture of its own, when nothing more is to be changed. */
export async function cropPicture(
  picture: Pixels,
  crop: Crop,
  pause: () => Promise<void>,
): Promise<Pixels> {
  const part = await cutOut(picture, crop, pause)
  return paintPaper(part, maskOf(crop, picture, part))
}

/** Where everything inked is, in pixels of a part of this size, and which part of the picture that is. */
export interface CroppedPlace {
  readonly frame: Box
  readonly part: Size
  readonly corners: Crop['corners']
}

/** The same corrections of the same picture, cropped otherwise. */
export function moveStrokes(
  strokes: readonly Stroke[],
  from: CroppedPlace,
  to: CroppedPlace,
): { kind: Stroke['kind']; width: number; points: number[] }[] {
  const toPicture = squareToQuad(cornersOf(from))
  const toPart = invert(squareToQuad(cornersOf(to)))
  const perMm = pixelsPerMm(from.frame)
  const perMmAfter = pixelsPerMm(to.frame)
  const move = ({ x, y }: Point): Point => {
    const u = (x * perMm + from.frame.x) / from.part.width
    const v = (y * perMm + from.frame.y) / from.part.height
    const picture = project(toPicture, u, v)
    const part = project(toPart, picture.x, picture.y)
    return {
      x: (part.x * to.part.width - to.frame.x) / perMmAfter,
      y: (part.y * to.part.height - to.frame.y) / perMmAfter,
    }
  }
  const round = (millimetres: number) => Math.round(100 * millimetres) / 100
  return strokes.map(({ kind, width, points }) => {
    const places = pointsOf(points)
    const [first = { x: 0, y: 0 }] = places
    const scale = apart(move(first), move({ x: first.x + 1, y: first.y }))
    return {
      kind,
      width: round(width * scale),
      points: places.map(move).flatMap(({ x, y }) => [round(x), round(y)]),
    }
  })
}

/** Of x, y, x, y ... */
export function pointsOf(values: ArrayLike<number>): Point[] {
  return Array.from({ length: Math.floor(values.length / 2) }, (_, index) => ({
    x: values[2 * index] ?? 0,
    y: values[2 * index + 1] ?? 0,
  }))
}

/** The way back. */
export function invert({ ax, bx, x, ay, by, y, g, h }: Projection): Projection {
  const depth = ax * by - bx * ay
  return {
    ax: (by - y * h) / depth,
    bx: (x * h - bx) / depth,
    x: (bx * y - x * by) / depth,
    ay: (y * g - ay) / depth,
    by: (ax - x * g) / depth,
    y: (x * ay - ax * y) / depth,
    g: (ay * h - by * g) / depth,
    h: (bx * g - ax * h) / depth,
  }
}

/** The part of a picture around a place in it. */
export function cropTo({ x, y, width, height }: Box, picture: Size): Crop {
  const left = x / picture.width
  const top = y / picture.height
  const right = (x + width) / picture.width
  const bottom = (y + height) / picture.height
  return { corners: [left, top, right, top, right, bottom, left, bottom], strokes: [] }
}
