import { type Art, artParts, artTones } from './art.ts'
import {
  areaOf,
  closedPath,
  type Point,
  relax,
  smoothContours,
  traceContours,
} from './field/contours.ts'
import { studyGaps } from './field/gaps.ts'
import { blur, createGrid, distanceTo, findRegions, type Grid, side } from './field/grid.ts'
import { renderPixels } from './render.ts'
import { findArt, findShape } from './shapes.ts'
import { isBone } from './subjects/beasts.ts'
import type { Kind } from './subjects/catalogue.ts'
import type { Box } from './svg.ts'

export interface Figure {
  /** What every style paints: one of our drawings, or the layers found in an icon or a picture. */
  art: Art
  /** Made from an icon or a reference: its layers have no shading of their own. */
  isIcon: boolean
  silhouette: string
  /** The part in the shade of an icon, for styles with flat blacks. */
  shadow: string
  outline: readonly (readonly Point[])[]
  box: Box
  /**
   * Body (1 within the silhouette), shade (0 light, 1 dark), depth (cells from the outside).
   */
  body: Grid
  shade: Grid
  depth: Grid
}

// In cells. Gaps of up to twice this, some 39 units, count as lines.
const closing = 8.2
// A figure weighs more than a megabyte, an isolate has 128.
const cacheSize = 16
const cache = new Map<string, Figure>()

export function getFigure(shape: string, kind: Kind): Figure {
  const figure = cache.get(shape) ?? createShapeFigure(shape, kind)
  cache.delete(shape)
  cache.set(shape, figure)
  for (const oldest of cache.keys()) {
    if (cache.size > cacheSize) cache.delete(oldest)
  }
  return figure
}

function createShapeFigure(shape: string, kind: Kind): Figure {
  const art = findArt(shape)
  if (art) return createFigure(rasterise(artParts(art)), { art, tones: rasterise(artTones(art)) })
  const icon = fillHollows(shape, rasterise(`<path d="${findShape(shape)}"/>`))
  return createFigure(icon, { kind, isBare: isBone(shape) })
}

interface Study {
  art?: Art
  /** How dark each cell really is. Without it, a shadow is cast. */
  tones?: Grid
  kind?: Kind
  /** Keeps the colour of the paper. */
  isBare?: boolean
}

/** Studies a picture of 0 (paper) to 1 (ink). */
export function createFigure(soft: Grid, study: Study): Figure {
  const isInk = (index: number) => (soft.data[index] ?? 0) > 0.5
  const toInk = distanceTo(isInk)
  const toFar = distanceTo((index) => (toInk.data[index] ?? 0) > closing)
  // Add the ink again, because closing the gaps can erase thin parts.
  const body = createGrid((index) =>
    Math.max(
      soft.data[index] ?? 0,
      Math.min(1, Math.max(0, (toFar.data[index] ?? 0) - closing + 0.5)),
    ),
  )
  const isBody = (index: number) => (body.data[index] ?? 0) > 0.5
  const depth = distanceTo((index) => !isBody(index))
  const silhouettes = traceContours(blur(body, 1), 0.5)
  const points = silhouettes.flat()
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const box = {
    x: Math.min(...xs),
    y: Math.min(...ys),
    width: Math.max(...xs) - Math.min(...xs),
    height: Math.max(...ys) - Math.min(...ys),
  }
  const cast = study.tones ?? castShadow(soft)
  const inShade = createGrid((index) => (isBody(index) ? (cast.data[index] ?? 0) : 0))
  const shadow = study.art ? '' : smoothContours(blur(inShade, 1), shadowLevel, 60)
  const art = study.art ?? findLayers(soft, body, silhouettes, study, shadow)
  return {
    art,
    isIcon: !study.art,
    silhouette: smoothPath(silhouettes),
    shadow,
    outline: silhouettes,
    box,
    body,
    shade: study.art ? cast : darken(cast, rasterise(artTones(art))),
    depth,
  }
}

/** A shade with the black lines of a drawing. */
function darken(shade: Grid, tones: Grid): Grid {
  return createGrid((index) => ((tones.data[index] ?? 0) > 0.8 ? 1 : (shade.data[index] ?? 0)))
}

const shadowLevel = 0.68

/** The layers of an icon: its body, its smaller parts, the lines in its gaps, its eyes. */
function findLayers(
  soft: Grid,
  body: Grid,
  silhouettes: readonly (readonly Point[])[],
  { kind = 'thing', isBare = false, tones }: Study,
  shadow: string,
): Art {
  const isInk = (index: number) => (soft.data[index] ?? 0) > 0.5
  const isBody = (index: number) => (body.data[index] ?? 0) > 0.5
  const { lines, spots, pupils } = studyGaps(
    (index) => isBody(index) && !isInk(index),
    (index) => !isBody(index),
  )
  // A contour has its inside on the left, so that a hole runs the other way round.
  const holes = silhouettes.filter((loop) => areaOf(loop) < 0)
  // The sockets of a skull or a mask are dark; a ring and an anchor show the paper.
  const hollow = kind === 'figure' ? 'ink' : 'paper'
  const layers: Art = [
    { area: smoothPath(silhouettes), tint: isBare ? 'paper' : 'main' },
    { area: findSecondParts(soft, isInk), tint: isBare ? 'paper' : 'second', edge: 'none' },
    { area: smoothPath(holes), tint: hollow, edge: 'fine' },
    // A picture is known by its dark parts.
    { area: tones ? lines + shadow : lines, tint: 'ink', edge: 'fine' },
    {
      area: spots,
      tint: hollow,
      edge: 'fine',
      blacks: kind === 'beast' ? pupils : '',
      bare: true,
    },
  ]
  return layers.filter(({ area }) => area)
}

function smoothPath(loops: readonly (readonly Point[])[]): string {
  return loops.map((loop) => closedPath(relax(loop, 2, 1))).join('')
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

/** Every other part by size. Parts of about the same size, such as two wings, go together. */
function findSecondParts(soft: Grid, isInk: (index: number) => boolean): string {
  const second = createGrid(() => 0)
  let rank = 0
  let before = 0
  for (const region of findRegions(isInk)) {
    if (region.length < 0.93 * before) rank++
    before = region.length
    if (rank % 2 === 0) continue
    for (const cell of region) {
      for (const near of [cell, cell + 1, cell - 1, cell + side, cell - side]) {
        second.data[near] = soft.data[near] ?? 0
      }
    }
  }
  return smoothContours(second, 0.5, 20)
}

const openShapes = [
  'triquetra',
  'infinity',
  'atom',
  'maze',
  'yin-yang',
  'heavy-thorny-triskelion',
  'diamond-ring',
  'padlock',
  'eclipse-flare',
  'lips',
]
const mostHollow = 0.25
// Cells between the drawn line and the filled area, so that the line stays visible.
const lineGap = 3
// Half of a leak in the outline that still counts as closed, in cells.
const leak = 7

function fillHollows(shape: string, soft: Grid): Grid {
  if (openShapes.includes(shape)) return soft
  const toInk = distanceTo((index) => (soft.data[index] ?? 0) > 0.5)
  const inside = new Set(
    findRegions((index) => (toInk.data[index] ?? 0) > leak)
      .filter(([first]) => first !== 0)
      .flat(),
  )
  const toInside = distanceTo((index) => inside.has(index))
  const enclosed = [...soft.data.keys()].filter(
    (index) =>
      (toInk.data[index] ?? 0) > lineGap && (toInside.data[index] ?? 0) <= leak - lineGap + 1,
  )
  const drawn = soft.data.reduce((sum, value) => sum + (value > 0.5 ? 1 : 0), 0)
  if (enclosed.length <= mostHollow * 0.8 * (enclosed.length + drawn)) return soft
  const filled = createGrid((index) => soft.data[index] ?? 0)
  for (const cell of enclosed) {
    filled.data[cell] = Math.min(1, (toInk.data[cell] ?? 0) - lineGap)
  }
  return filled
}
