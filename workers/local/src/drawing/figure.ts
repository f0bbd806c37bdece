import { type Art, artParts, artTones } from './art.ts'
import { areaOf, type Bounds, closedPath, type Point, relax, traceContours } from './field/contours.ts'
import { studyGaps } from './field/gaps.ts'
import { blur, createGrid, distanceTo, findRegions, type Grid, side } from './field/grid.ts'
import { renderPixels } from './render.ts'
import { findArt, findShape } from './shapes.ts'
import type { Box } from './svg.ts'

export interface Figure {
  /** The drawing itself where the shape is one of ours; null for an icon or a reference. */
  art: Art | null
  silhouette: string
  /** The middle of each gap: the lines that one would draw inside the silhouette. */
  lines: string
  /** Gaps too round to be lines: eyes, nostrils; and the middle of each. */
  spots: string
  pupils: string
  /** Unfilled areas inside the silhouette: sockets, open mouths, the ring of an anchor. */
  holes: string
  parts: readonly Part[]
  outline: readonly (readonly Point[])[]
  box: Box
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
  return { ...createFigure(rasterise(artParts(art)), rasterise(artTones(art))), art }
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
    ink: soft,
    body,
    shade: tones ?? castShadow(soft),
    depth,
  }
}

function castShadow(soft: Grid): Grid {
  const form = blur(soft, 3)
  return createGrid((index) => 1 - (form.data[index + 5 + 7 * side] ?? 0))
}

function rasterise(content: string): Grid {
  const { pixels } = renderPixels(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="-32 -32 576 576"><rect x="-32" y="-32" width="576" height="576" fill="#fff"/>${content}</svg>`,
  )
  return createGrid((index) => 1 - (pixels[4 * index] ?? 255) / 255)
}

export interface Part {
  path: string
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

const known = new WeakMap<Figure, number[][]>()

/** 1 in areas that a figure encloses without filling them. `least` ignores areas with fewer cells. */
export function hollowsOf(figure: Figure, least = 0): Grid {
  // The outside holds the first corner.
  const found = known.get(figure) ?? findRegions((index) => (figure.body.data[index] ?? 0) < 0.5).filter(([first]) => first !== 0)
  known.set(figure, found)
  const hollows = createGrid(() => 0)
  for (const region of found) if (region.length >= least) for (const cell of region) hollows.data[cell] = 1
  return hollows
}

export const openShapes: readonly string[] = [
  ...['triquetra', 'infinity', 'atom', 'maze', 'yin-yang', 'heavy-thorny-triskelion', 'diamond-ring', 'padlock', 'eclipse-flare', 'lips'],
]
export const mostHollow = 0.25
// Cells between the drawn line and the filled area, so that the line stays visible.
const lineGap = 3
// Half of a leak in the outline that still counts as closed, in cells.
const leak = 7

export function fillHollows(shape: string, soft: Grid): Grid {
  if (openShapes.includes(shape)) return soft
  const toInk = distanceTo((index) => (soft.data[index] ?? 0) > 0.5)
  const inside = new Set(
    findRegions((index) => (toInk.data[index] ?? 0) > leak)
      .filter(([first]) => first !== 0)
      .flat(),
  )
  const toInside = distanceTo((index) => inside.has(index))
  const enclosed = [...soft.data.keys()].filter(
    (index) => (toInk.data[index] ?? 0) > lineGap && (toInside.data[index] ?? 0) <= leak - lineGap + 1,
  )
  const drawn = soft.data.reduce((sum, value) => sum + (value > 0.5 ? 1 : 0), 0)
  if (enclosed.length <= mostHollow * 0.8 * (enclosed.length + drawn)) return soft
  const filled = createGrid((index) => soft.data[index] ?? 0)
  for (const cell of enclosed) filled.data[cell] = Math.min(1, (toInk.data[cell] ?? 0) - lineGap)
  return filled
}
