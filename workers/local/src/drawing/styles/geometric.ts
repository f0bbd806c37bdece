import { type Layer, paintLines } from '../art.ts'
import { type Point, polygonPath } from '../field/contours.ts'
import { sample } from '../field/grid.ts'
import { stipple } from '../field/stipple.ts'
import type { Figure } from '../figure.ts'
import { createRandom } from '../random.ts'
import { colourOfTint, type Palette } from '../scene/palette.ts'
import type { Grammar, Placed, Scene } from '../scene/scene.ts'
import { fill, format, group, groupAt, paperUnder, stroke } from '../svg.ts'

/** The finest line that stays a line in skin, with a margin for the renderer's rounding. */
const finestMillimetres = 0.5

/** Sacred geometry, its own mirror image, around a subject that is cut into facets. */
export const drawGeometric: Grammar = (scene) => [
  drawMandala(scene),
  ...scene.placed.map((placed) => drawFigure(scene, placed)),
]

function drawMandala(scene: Scene): string {
  const { zone, palette, detail, random } = scene
  const r = Math.min(zone.rx, zone.ry)
  const fold = foldOf(detail, random())
  const step = 180 / fold
  const line = lineOf(scene)
  const accent = palette.accents[0] ?? palette.ink
  const second = palette.accents[1] ?? accent
  const fine = detail > 0.7
  return group(
    { transform: `translate(${format(zone.x)} ${format(zone.y)})` },
    stroke(circleRing(r) + circleRing(r * 0.965), palette.ink, line),
    fill(triangleRing(fold * 2, step / 2, r * 0.9, r * 0.963, step * 0.42), palette.ink),
    stroke(circleRing(r * 0.9), palette.ink, line * 1.6),
    stroke(petalRing(fold, 0, r * 0.56, r * 0.885, step * 1.5), palette.ink, line),
    fill(petalRing(fold, 0, r * 0.66, r * 0.84, step * 0.62), accent, {
      'fill-opacity': palette.coloured ? 0.85 : 1,
    }),
    stroke(petalRing(fold, step, r * 0.56, r * 0.885, step * 1.5), palette.ink, line),
    fine ? stroke(arcRing(fold * 2, 0, r * 0.74, r * 0.885), second, line) : '',
    stroke(
      ring(fold, step, (d) => `M${at(d, r * 0.845)}h.01`),
      palette.ink,
      line * 3,
    ),
    fine
      ? stroke(
          ring(fold * 4, step / 4, (d) => `M${at(d, r * 0.5)}L${at(d, r * 0.55)}`),
          palette.ink,
          line,
        )
      : '',
    stroke(circleRing(r * 0.56), palette.ink, line),
  )
}

function foldOf(detail: number, chance: number): number {
  const folds = detail > 0.7 ? [8, 10, 12, 16] : [8, 10]
  return folds[Math.floor(chance * folds.length)] ?? 8
}

function lineOf({ zone, brief, weight }: Scene): number {
  const unitsPerMillimetre = (2 * Math.max(zone.rx, zone.ry)) / (10 * brief.centimetres)
  return Math.max(3.2 * weight, finestMillimetres * unitsPerMillimetre)
}

function drawFigure(scene: Scene, placed: Placed): string {
  const { palette, detail } = scene
  const { figure, scale } = placed
  const line = lineOf(scene) / scale
  const facets = cutFacets(figure, Math.max(44, 62 / detail, line * 14))
  const between = (low: number, high: number) =>
    facets
      .filter(({ shade }) => shade >= low && shade < high)
      .map(({ path }) => path)
      .join('')
  return groupAt(
    placed,
    paperUnder(figure, palette.paper, 52 / scale),
    fill(figure.silhouette, palette.paper, {
      stroke: palette.ink,
      'stroke-width': line * 3,
      'stroke-linejoin': 'round',
    }),
    drawCutArt(placed, palette, line, between),
  )
}

function drawCutArt(
  placed: Placed,
  palette: Palette,
  line: number,
  between: (low: number, high: number) => string,
): string {
  const colourOf = ({ tint }: Layer) => colourOfTint(palette, tint, placed.kind, placed.turn)
  const { art, isIcon } = placed.figure
  const lines = art.filter(({ texture }) => !texture)
  return [
    paintLines(lines, palette.ink, line * 1.5, colourOf),
    fill(between(0.44, 0.62), palette.ink, { 'fill-opacity': 0.16 }),
    fill(between(0.62, 2), palette.ink, { 'fill-opacity': 0.4 }),
    isIcon ? stroke(between(-1, 2), palette.ink, line) : '',
    paintLines(
      lines.filter(({ bare }) => bare),
      palette.ink,
      line,
      colourOf,
    ),
  ].join('')
}

/**
 * Rings of an exact mandala around the origin: each is symmetric about the vertical axis. 0 degrees
 * is up.
 */
function petalRing(fold: number, turn: number, from: number, to: number, swell: number): string {
  return ring(fold, turn, (d) => {
    const middle = (from + to) / 2
    return `M${at(d, from)}Q${at(d + swell, middle)} ${at(d, to)}Q${at(d - swell, middle)} ${at(d, from)}Z`
  })
}

function triangleRing(fold: number, turn: number, from: number, to: number, half: number): string {
  return ring(fold, turn, (d) => `M${at(d - half, from)}L${at(d, to)}L${at(d + half, from)}Z`)
}

function arcRing(fold: number, turn: number, from: number, to: number): string {
  const half = 180 / fold
  return ring(
    fold,
    turn,
    (d) =>
      `M${at(d - half, from)}Q${at(d - half * 0.9, to)} ${at(d, to)}Q${at(d + half * 0.9, to)} ${at(d + half, from)}`,
  )
}

function circleRing(radius: number): string {
  return `M${format(-radius)} 0A${format(radius)} ${format(radius)} 0 1 1 ${format(radius)} 0A${format(radius)} ${format(radius)} 0 1 1 ${format(-radius)} 0Z`
}

function ring(fold: number, turn: number, draw: (degrees: number) => string): string {
  return Array.from({ length: fold }, (_, i) => draw((360 / fold) * i + turn)).join('')
}

function at(degrees: number, radius: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180
  return `${format(radius * Math.cos(angle))} ${format(radius * Math.sin(angle))}`
}

interface Facet {
  path: string
  shade: number
}

function cutFacets(figure: Figure, size: number): Facet[] {
  const { box } = figure
  const step = Math.max(2, Math.round(size / 4))
  const rim = figure.outline.flatMap((loop) => loop.filter((_, i) => i % step === 0))
  const density = (x: number, y: number) => {
    if (sample(figure.depth, x, y) <= 4) return 0
    return 0.5
  }
  const inside = stipple(box, density, size * 0.62, size, createRandom(7))
  const points: Point[] = [...rim, ...inside]
  return triangulate(points).flatMap((triangle) => {
    const corners = triangle.map((index): Point => points[index] ?? [0, 0])
    const x = corners.reduce((sum, corner) => sum + corner[0], 0) / 3
    const y = corners.reduce((sum, corner) => sum + corner[1], 0) / 3
    if (sample(figure.body, x, y) < 0.5) return []
    return [{ path: polygonPath(corners), shade: sample(figure.shade, x, y) }]
  })
}

type Triangle = readonly [number, number, number]

interface Circle {
  triangle: Triangle
  x: number
  y: number
  square: number
}

/** Delaunay's triangles of some points, by their indices (Bowyer and Watson). */
function triangulate(points: readonly Point[]): Triangle[] {
  const count = points.length
  const all: Point[] = [...points, [-4000, -4000], [8000, -4000], [256, 9000]]
  let circles: Circle[] = [circleOf(all, [count, count + 1, count + 2])]
  for (let i = 0; i < count; i++) {
    const [x, y] = all[i] ?? [0, 0]
    const edges = new Map<number, readonly [number, number]>()
    const kept: Circle[] = []
    for (const circle of circles) {
      if ((x - circle.x) ** 2 + (y - circle.y) ** 2 > circle.square) kept.push(circle)
      else toggleEdges(edges, circle.triangle, all.length)
    }
    for (const [from, to] of edges.values()) {
      kept.push(circleOf(all, [from, to, i]))
    }
    circles = kept
  }
  return circles
    .map(({ triangle }) => triangle)
    .filter((triangle) => triangle.every((index) => index < count))
}

// An edge between two triangles that go is inside the hole, and goes too.
function toggleEdges(
  edges: Map<number, readonly [number, number]>,
  [a, b, c]: Triangle,
  count: number,
): void {
  const sides = [
    { from: a, to: b },
    { from: b, to: c },
    { from: c, to: a },
  ]
  for (const { from, to } of sides) {
    const key = Math.min(from, to) * count + Math.max(from, to)
    if (!edges.delete(key)) edges.set(key, [from, to])
  }
}

function circleOf(points: readonly Point[], triangle: Triangle): Circle {
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0], [cx, cy] = [0, 0]] = triangle.map(
    (index) => points[index] ?? [0, 0],
  )
  const d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by)) || 1e-9
  const a = ax * ax + ay * ay
  const b = bx * bx + by * by
  const c = cx * cx + cy * cy
  const x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / d
  const y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / d
  return { triangle, x, y, square: (ax - x) ** 2 + (ay - y) ** 2 }
}
