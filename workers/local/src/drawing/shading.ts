import { traceContours } from './field/contours.ts'
import { areaOf, closedPath, relax } from './field/curves.ts'
import { blur, createGrid } from './field/grid.ts'
import type { Figure } from './figure.ts'

const drawn = new WeakMap<Figure, Map<string, string>>()

/** Where a figure is darker than `level`, as an outline; with `lit`, where it is lighter. Kept: the same figure is drawn often. */
export function shadeOutline(figure: Figure, level: number, lit = false): string {
  const kept = drawn.get(figure) ?? new Map<string, string>()
  drawn.set(figure, kept)
  const key = `${level} ${lit}`
  const outline = kept.get(key) ?? traceShade(figure, level, lit)
  kept.set(key, outline)
  return outline
}

function traceShade({ shade, body, ink }: Figure, level: number, lit: boolean): string {
  const value = (index: number) => (lit ? 1 - (shade.data[index] ?? 0) : (shade.data[index] ?? 0))
  // A light lies on a part, never on the line between two.
  const ground = lit ? ink : body
  const grid = blur(
    createGrid((index) => ((ground.data[index] ?? 0) > 0.5 ? value(index) : 0)),
    1,
  )
  return traceContours(grid, level)
    .filter((loop) => Math.abs(areaOf(loop)) > 60)
    .map((loop) => closedPath(relax(loop, 2, true)))
    .join('')
}
