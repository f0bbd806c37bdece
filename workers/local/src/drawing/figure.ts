import { type Point, traceContours } from './field/contours.ts'
import { areaOf, closedPath, openPath, relax } from './field/curves.ts'
import { distanceTo } from './field/distance.ts'
import { blur, createGrid, type Grid, sample, side } from './field/grid.ts'
import { findRegions } from './field/regions.ts'
import { shadeRelief } from './field/relief.ts'
import { followLines, thin } from './field/thinning.ts'
import { renderPixels } from './render.ts'

/** A part of a figure between its inner lines. */
export interface Part {
  path: string
  /** Share of the whole ink, 0 to 1. */
  share: number
}

/** An icon as a draughtsman sees it, in its box of 512 units. */
export interface Figure {
  /** The icon itself: parts with gaps between them. */
  shape: string
  /** Its outside, with the gaps closed. */
  silhouette: string
  /** The middle of each gap: the lines that one would draw inside the silhouette. */
  lines: string
  /** Gaps too round to be lines: eyes, nostrils. */
  spots: string
  parts: readonly Part[]
  /** The points of the silhouette, a loop each. */
  outline: readonly (readonly Point[])[]
  box: { x: number; y: number; width: number; height: number }
  /** True when it equals its mirror image but for details. */
  symmetric: boolean
  /** Ink (0 or 1), body (1 within the silhouette), shade (0 light, 1 dark), depth (cells from the outside). */
  ink: Grid
  body: Grid
  shade: Grid
  depth: Grid
}

const closing = 9
const figures = new Map<string, Figure>()

/** The figure of an outline in a box of 512; studied once per isolate. */
export function getFigure(shape: string): Figure {
  const known = figures.get(shape)
  if (known) return known
  const figure = studyShape(shape)
  figures.set(shape, figure)
  return figure
}

function studyShape(shape: string): Figure {
  const soft = rasterise(shape)
  const isInk = (index: number) => (soft.data[index] ?? 0) > 0.5
  const toInk = distanceTo(isInk)
  const toFar = distanceTo((index) => (toInk.data[index] ?? 0) > closing)
  // Ink wins: a thin part would be lost by eroding what was grown.
  const body = createGrid((index) => Math.max(soft.data[index] ?? 0, Math.min(1, Math.max(0, (toFar.data[index] ?? 0) - closing + 0.5))))
  const isBody = (index: number) => (body.data[index] ?? 0) > 0.5
  const depth = distanceTo((index) => !isBody(index))
  const silhouettes = traceContours(blur(body, 1), 0.5)
  const { lines, spots } = studyGaps((index) => isBody(index) && !isInk(index))
  const points = silhouettes.flat()
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const box = {
    x: Math.min(...xs),
    y: Math.min(...ys),
    width: Math.max(...xs) - Math.min(...xs),
    height: Math.max(...ys) - Math.min(...ys),
  }
  return {
    shape,
    silhouette: silhouettes.map((loop) => closedPath(relax(loop, 2, true, 1))).join(''),
    lines,
    spots,
    outline: silhouettes,
    parts: studyParts(soft, isInk),
    box,
    symmetric: isSymmetric(soft, box),
    ink: soft,
    body,
    shade: shadeRelief(isInk, isBody),
    depth,
  }
}

function rasterise(shape: string): Grid {
  const { pixels } = renderPixels(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="-32 -32 576 576"><path d="${shape}"/></svg>`,
  )
  return createGrid((index) => (pixels[4 * index + 3] ?? 0) / 255)
}

function studyGaps(isGap: (index: number) => boolean): { lines: string; spots: string } {
  const thinned = new Uint8Array(side * side)
  for (let index = 0; index < thinned.length; index++) thinned[index] = isGap(index) ? 1 : 0
  thin(thinned)
  const round = createGrid(() => 0)
  for (const region of findRegions(isGap)) {
    const length = region.reduce((sum, index) => sum + (thinned[index] ?? 0), 0)
    if (length > 14 && region.length < length * 14) continue
    for (const index of region) {
      thinned[index] = 0
      if (region.length > 8) round.data[index] = 1
    }
  }
  return {
    lines: followLines(thinned, 7)
      .map((line) => openPath(relax(line, 3, false, 4)))
      .join(''),
    spots: traceContours(blur(round, 1), 0.4)
      .map((loop) => closedPath(relax(loop, 2, true)))
      .join(''),
  }
}

function studyParts(soft: Grid, isInk: (index: number) => boolean): Part[] {
  const regions = findRegions(isInk)
  const total = regions.reduce((sum, region) => sum + region.length, 0)
  return regions
    .filter((region) => region.length > 12)
    .map((region) => {
      const own = new Float32Array(side * side)
      for (const cell of region) for (const near of [0, 1, -1, side, -side]) own[cell + near] = soft.data[cell + near] ?? 0
      const loops = traceContours({ side, data: own }, 0.5).filter((loop) => Math.abs(areaOf(loop)) > 20)
      return { path: loops.map((loop) => closedPath(relax(loop, 2, true, 1))).join(''), share: region.length / total }
    })
}

function isSymmetric(soft: Grid, box: Figure['box']): boolean {
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
