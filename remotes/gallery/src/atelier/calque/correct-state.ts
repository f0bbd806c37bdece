import { type AtelierSettings, mostCorrectionBytes } from '@encre/gallery-worker/contract'
import { pointsOf } from '@encre/stencil/crop'
import { simplify } from '@encre/stencil/outline'
import type { Point } from '@encre/stencil/skin'
import type { Stroke } from '@encre/stencil/strokes'
import type { Shift } from '../studio/workshop.ts'

export type Tool = 'view' | Stroke['kind']

/** The width of a tool's strokes. Null for a tool without one: a zone has none. */
export type WidthName = 'erase' | 'line'
export const widthNames: Record<Tool, WidthName | null> = {
  view: null,
  erase: 'erase',
  line: 'line',
  join: 'line',
  ignore: null,
}

export interface CorrectState {
  /** Whether the tools are shown. */
  isOpen: boolean
  tool: Tool
  /** Whether the tool's advice and width lie over the sheet: until it is used. */
  hasAdvice: boolean
  widths: Record<WidthName, number>
  /** Strokes that were taken back, the last one first to come again. */
  undone: readonly Stroke[]
}

export const openedCorrect: CorrectState = {
  isOpen: false,
  tool: 'view',
  hasAdvice: false,
  widths: { erase: 2, line: 0.8 },
  undone: [],
}

export const toolKeys: Partial<Record<string, Tool>> = {
  e: 'erase',
  t: 'line',
  f: 'join',
  z: 'ignore',
}

/** Chosen again, a tool shows its advice once more, then is put down. */
export function chooseTool({ tool, hasAdvice }: CorrectState, chosen: Tool): Partial<CorrectState> {
  if (chosen === 'view' || (chosen === tool && hasAdvice)) return { tool: 'view', hasAdvice: false }
  return { isOpen: true, tool: chosen, hasAdvice: true }
}

/** Points of a stroke that lie nearer to its course than this say nothing. */
const toleranceMm = 0.05
/** A narrower zone is a tap, or a loop that ends where it began. */
const leastZoneMm = 0.5

/**
 * The stroke that was drawn along these points, in millimetres of the sheet. Null if it would
 * change nothing.
 */
export function strokeOf(
  { tool, widths }: CorrectState,
  points: readonly Point[],
  toStrokes: Shift,
): Stroke | null {
  const [first] = points
  const last = points.at(-1)
  if (tool === 'view' || !first || !last) return null
  if (tool === 'ignore' && narrowerSide(first, last) < leastZoneMm) return null
  const isFreehand = tool === 'erase' || tool === 'line'
  const kept = isFreehand ? simplifyPoints(points, toleranceMm) : [first, last]
  const round = (millimetres: number, from = 0) =>
    Math.round(100 * (toStrokes.scale * millimetres + from)) / 100
  const widthName = widthNames[tool]
  return {
    kind: tool,
    width: widthName === null ? 0 : round(widths[widthName]),
    points: kept.flatMap(({ x, y }) => [round(x, toStrokes.x), round(y, toStrokes.y)]),
  }
}

function narrowerSide(from: Point, to: Point): number {
  return Math.min(Math.abs(to.x - from.x), Math.abs(to.y - from.y))
}

export function addStroke(
  strokes: readonly Stroke[],
  stroke: Stroke,
): AtelierSettings['corrections'] | null {
  const all = [...strokes, stroke].map((each) => ({ ...each, points: [...each.points] }))
  return JSON.stringify(all).length <= mostCorrectionBytes ? all : null
}

/** The points that say the course of a line. */
export function simplifyPoints(points: readonly Point[], tolerance: number): Point[] {
  const places = Float32Array.from(points.flatMap(({ x, y }) => [x, y]))
  return pointsOf(simplify(places, tolerance, false))
}
