import { type Art, areasOf, artId, paintArt } from '../art.ts'
import { smoothContours } from '../field/contours.ts'
import { blur, createGrid, type Grid } from '../field/grid.ts'
import type { Figure, Part } from '../figure.ts'
import { colourOfTint, hollowColour, type Palette } from '../scene/palette.ts'
import type { Placed } from '../scene/scene.ts'
import { fill, groupAt, paperUnder, stroke } from '../svg.ts'

interface Inking {
  palette: Palette
  line: number
  halo: number
  /** How much of each gap the colour takes from the black line in it, in units of the icon. */
  grow: number
  shades: readonly (readonly [level: number, opacity: number])[]
  colourOf(part: Part): string
}

/** A figure as flash: black lines where its gaps are, flat colour between them, whipped shade, a bold outline. */
export function drawFlatFigure(placed: Placed, { palette, line, halo, grow, shades, colourOf }: Inking): string {
  const { figure, scale, kind } = placed
  if (figure.art) return drawFlatArt(figure.art, placed, palette, line, halo)
  const width = line / scale
  const joined = { 'stroke-linejoin': 'round' }
  return groupAt(
    placed,
    paperUnder(figure, palette.paper, 2 * width + halo / scale),
    fill(figure.silhouette, palette.ink, { stroke: palette.ink, 'stroke-width': 2 * width, ...joined }),
    fill(figure.holes, hollowColour(palette, kind)),
    ...figure.parts.map((part) => {
      const colour = colourOf(part)
      return fill(part.path, colour, grow > 0 ? { stroke: colour, 'stroke-width': grow, ...joined } : {})
    }),
    ...shades.map(([level, opacity]) => fill(shadeOutline(figure, level), palette.ink, { 'fill-opacity': opacity })),
    fill(figure.spots, kind === 'figure' ? palette.ink : palette.paper, { stroke: palette.ink, 'stroke-width': width * 0.4 }),
    kind === 'beast' ? fill(figure.pupils, palette.ink) : '',
    stroke(figure.silhouette, palette.ink, width, joined),
  )
}

function drawFlatArt(art: Art, placed: Placed, palette: Palette, line: number, halo: number): string {
  const { figure, scale, kind, turn } = placed
  const bold = (line * 0.82) / scale
  const joined = { 'stroke-linejoin': 'round' }
  return groupAt(
    placed,
    paperUnder(figure, palette.paper, 2.6 * bold + halo / scale),
    fill(areasOf(art), palette.ink, { stroke: palette.ink, 'stroke-width': 2 * bold, ...joined }),
    paintArt(
      art,
      artId(placed),
      { ink: palette.ink, colourOf: (tint) => colourOfTint(palette, tint, kind, turn) },
      { bold, fine: bold * 0.52 },
    ),
  )
}

const shadings = new WeakMap<Figure, { dark: Grid; outlines: Map<number, string> }>()

/** The outline of the area darker than `level`. Cached, because the same figure is drawn often. */
function shadeOutline(figure: Figure, level: number): string {
  const { shade, body } = figure
  const toShade = (index: number) => ((body.data[index] ?? 0) > 0.5 ? (shade.data[index] ?? 0) : 0)
  const shading = shadings.get(figure) ?? { dark: blur(createGrid(toShade), 1), outlines: new Map() }
  shadings.set(figure, shading)
  const outline = shading.outlines.get(level) ?? smoothContours(shading.dark, level, 60)
  shading.outlines.set(level, outline)
  return outline
}
