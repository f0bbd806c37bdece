import { areasOf, artId, paintArt, type Tint } from '../art.ts'
import { colourOfTint, type Palette } from '../scene/palette.ts'
import type { Placed } from '../scene/scene.ts'
import { fill, groupAt, paperUnder } from '../svg.ts'

/** A figure as flash: flat colour, whipped shade, black lines and a bold outline. */
export function drawFlatFigure(
  placed: Placed,
  { palette, line, halo }: { palette: Palette; line: number; halo: number },
): string {
  const { figure, scale, kind, turn } = placed
  const { art, shadow } = figure
  const bold = (line * 0.82) / scale
  const inks = {
    ink: palette.ink,
    colourOf: (tint: Tint) => colourOfTint(palette, tint, kind, turn),
  }
  const lines = { bold, fine: bold * 0.52 }
  const eyes = art.filter(({ bare }) => bare)
  return groupAt(
    placed,
    paperUnder(figure, palette.paper, 2.6 * bold + halo / scale),
    fill(areasOf(art), palette.ink, {
      stroke: palette.ink,
      'stroke-width': 2 * bold,
      'stroke-linejoin': 'round',
    }),
    paintArt(art, artId(placed), inks, lines),
    shadow ? fill(shadow, palette.ink) + paintArt(eyes, '', inks, lines) : '',
  )
}
