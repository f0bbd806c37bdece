import { areaOf, closedPath, relax, traceContours } from './field/contours.ts'
import { blur, createGrid, type Grid } from './field/grid.ts'
import type { Figure } from './figure.ts'

interface Shading {
  dark: Grid
  light: Grid
  outlines: Map<string, string>
}

const shadings = new WeakMap<Figure, Shading>()

/** The outline of the area darker than `level`, or lighter with `lit`. Cached, because the same figure is drawn often. */
export function shadeOutline(figure: Figure, level: number, lit = false): string {
  const { dark, light, outlines } = shadingOf(figure)
  const key = `${level} ${lit}`
  const outline = outlines.get(key) ?? traceShade(lit ? light : dark, level)
  outlines.set(key, outline)
  return outline
}

function shadingOf(figure: Figure): Shading {
  const known = shadings.get(figure)
  if (known) return known
  const { shade, body, ink } = figure
  const within = (ground: Grid, value: (shade: number) => number) =>
    blur(
      createGrid((index) => ((ground.data[index] ?? 0) > 0.5 ? value(shade.data[index] ?? 0) : 0)),
      1,
    )
  // A light lies on a part, never on the line between two.
  const shading = { dark: within(body, (value) => value), light: within(ink, (value) => 1 - value), outlines: new Map() }
  shadings.set(figure, shading)
  return shading
}

function traceShade(grid: Grid, level: number): string {
  return traceContours(grid, level)
    .filter((loop) => Math.abs(areaOf(loop)) > 60)
    .map((loop) => closedPath(relax(loop, 2, true)))
    .join('')
}
