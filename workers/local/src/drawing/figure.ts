import { type Art, artParts, artTones } from './art.ts'
import { areaOf, type Bounds, closedPath, type Point, relax, traceContours } from './field/contours.ts'
import { studyGaps } from './field/gaps.ts'
import { blur, createGrid, distanceTo, findRegions, type Grid, sample, side } from './field/grid.ts'
import { fillHollows } from './fill-hollows.ts'
import { renderPixels } from './render.ts'
import { findArt, findShape } from './shapes.ts'
import type { Box } from './svg.ts'

/** A shape, analysed for the styles, in the shape's box of 512 units. */
export interface Figure {
  /** The drawing itself where the shape is one of ours; null for an icon or a reference. */
  art: Art | null
  /** Its outside, with the gaps closed. */
  silhouette: string
  /** The middle of each gap: the lines that one would draw inside the silhouette. */
  lines: string
  /** Gaps too round to be lines: eyes, nostrils; and the middle of each. */
  spots: string
  pupils: string
  /** Unfilled areas inside the silhouette: sockets, open mouths, the ring of an anchor. */
  holes: string
  parts: readonly Part[]
  /** The points of the silhouette, a loop each. */
  outline: readonly (readonly Point[])[]
  box: Box
  symmetric: boolean
  /** Ink (0 or 1), body (1 within the silhouette), shade (0 light, 1 dark), depth (cells from the outside). */
  ink: Grid
  body: Grid
  shade: Grid
  depth: Grid
}

// In cells. Gaps of up to twice this, some 39 units, count as lines.
const closing = 8.2
// A figure weighs more than a megabyte, an isolate has 128.
const cacheSize = 16
const cache = new Map<string, Figure>()

/** The figure of a shape by its name; the last ones used are cached. */
export function getFigure(shape: string): Figure {
  const figure = cache.get(shape) ?? createShapeFigure(shape)
  cache.delete(shape)
  cache.set(shape, figure)
  for (const oldest of cache.keys()) if (cache.size > cacheSize) cache.delete(oldest)
  return figure
}

function createShapeFigure(shape: string): Figure {
  const art = findArt(shape)
  if (!art) return createFigure(fillHollows(shape, rasterise(`<path d="${findShape(shape)}"/>`)))
  const figure = createFigure(rasterise(artParts(art)), rasterise(artTones(art)))
  // Its body decides: shading always falls to one side.
  return { ...figure, art, symmetric: isSymmetric(figure.body, figure.box) }
}

/** Studies a picture of 0 (paper) to 1 (ink). `tones`, from a photograph, says how dark each cell really is. */
export function createFigure(soft: Grid, tones?: Grid): Figure {
  const isInk = (index: number) => (soft.data[index] ?? 0) > 0.5
  const toInk = distanceTo(isInk)
  const toFar = distanceTo((index) => (toInk.data[index] ?? 0) > closing)
  // Add the ink again, because closing the gaps can erase thin parts.
  const body = createGrid((index) => Math.max(soft.data[index] ?? 0, Math.min(1, Math.max(0, (toFar.data[index] ?? 0) - closing + 0.5))))
  const isBody = (index: number) => (body.data[index] ?? 0) > 0.5
  const depth = distanceTo((index) => !isBody(index))
  const silhouettes = traceContours(blur(body, 1), 0.5)
  const gaps = studyGaps(
    (index) => isBody(index) && !isInk(index),
    (index) => !isBody(index),
  )
  const largest = silhouettes.reduce((one, other) => (Math.abs(areaOf(other)) > Math.abs(areaOf(one)) ? other : one), [])
  const points = silhouettes.flat()
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const box = {
    x: Math.min(...xs),
    y: Math.min(...ys),
    width: Math.max(...xs) - Math.min(...xs),
    height: Math.max(...ys) - Math.min(...ys),
  }
  return {
    art: null,
    silhouette: silhouettes.map((loop) => closedPath(relax(loop, 2, true, 1))).join(''),
    ...gaps,
    holes: silhouettes
      .filter((loop) => areaOf(loop) * areaOf(largest) < 0)
      .map((loop) => closedPath(relax(loop, 2, true, 1)))
      .join(''),
    outline: silhouettes,
    parts: studyParts(soft, isInk),
    box,
    symmetric: isSymmetric(soft, box),
    ink: soft,
    body,
    shade: tones ?? castShadow(soft),
    depth,
  }
}

/** Shade along the lower right edge of each part, where an engraver lays lines: 0 in the light, 1 at the edge. */
function castShadow(soft: Grid): Grid {
  const form = blur(soft, 3)
  return createGrid((index) => 1 - (form.data[index + 5 + 7 * side] ?? 0))
}

/** The darkness of each cell of a drawing, 0 to 1. Unpainted cells are light. */
function rasterise(content: string): Grid {
  const { pixels } = renderPixels(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="-32 -32 576 576"><rect x="-32" y="-32" width="576" height="576" fill="#fff"/>${content}</svg>`,
  )
  return createGrid((index) => 1 - (pixels[4 * index] ?? 255) / 255)
}

/** A part of a figure between its inner lines. */
export interface Part {
  path: string
  /** Share of the whole ink, 0 to 1. */
  share: number
  /** Its place by size, from 0. Parts of about the same size, such as two wings, share a place. */
  rank: number
}

export function studyParts(soft: Grid, isInk: (index: number) => boolean): Part[] {
  const regions = findRegions(isInk)
  const total = regions.reduce((sum, region) => sum + region.length, 0)
  const own: Grid = { side, data: new Float32Array(side * side) }
  let rank = 0
  return regions
    .filter((region) => region.length > 12)
    .map((region, i) => {
      if (i > 0 && region.length < 0.93 * (regions[i - 1]?.length ?? 0)) rank++
      const cells = region.flatMap((cell) => [cell, cell + 1, cell - 1, cell + side, cell - side])
      for (const cell of cells) own.data[cell] = soft.data[cell] ?? 0
      const loops = traceContours(own, 0.5, boundsOf(region)).filter((loop) => Math.abs(areaOf(loop)) > 20)
      for (const cell of cells) own.data[cell] = 0
      return { path: loops.map((loop) => closedPath(relax(loop, 2, true, 1))).join(''), share: region.length / total, rank }
    })
}

function boundsOf(region: readonly number[]): Bounds {
  const bounds = { left: side, top: side, right: 0, foot: 0 }
  for (const cell of region) {
    const [column, row] = [cell % side, Math.floor(cell / side)]
    bounds.left = Math.min(bounds.left, column - 2)
    bounds.right = Math.max(bounds.right, column + 2)
    bounds.top = Math.min(bounds.top, row - 2)
    bounds.foot = Math.max(bounds.foot, row + 2)
  }
  return bounds
}

/** True when the grid equals its mirror image except for details. */
export function isSymmetric(soft: Grid, box: Box): boolean {
  const axis = box.x + box.width / 2
  let [both, either] = [0, 0]
  for (let y = 0; y < 512; y += 6) {
    for (let x = axis; x < 512; x += 6) {
      const [right, left] = [sample(soft, x, y) > 0.5, sample(soft, 2 * axis - x, y) > 0.5]
      if (right && left) both++
      if (right || left) either++
    }
  }
  return both > 0.82 * either
}

const known = new WeakMap<Figure, number[][]>()

/** 1 in areas that a figure encloses without filling them. `least` ignores areas with fewer cells. */
export function hollowsOf(figure: Figure, least = 0): Grid {
  const hollows = createGrid(() => 0)
  for (const region of findHollows(figure)) if (region.length >= least) for (const cell of region) hollows.data[cell] = 1
  return hollows
}

function findHollows(figure: Figure): number[][] {
  // The outside holds the first corner.
  const found = known.get(figure) ?? findRegions((index) => (figure.body.data[index] ?? 0) < 0.5).filter(([first]) => first !== 0)
  known.set(figure, found)
  return found
}
