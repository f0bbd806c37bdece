import { paintLines } from './art.ts'
import type { Placed, Scene } from './scene/scene.ts'
import { element, fill, group, placeTransform, stroke } from './svg.ts'

/** The hectograph violet of a tattooist's transfer. */
const violet = '#4a22b5'

/** The transfer before any ink: outlines and inner lines alone. */
export function drawStencil({ placed, palette, weight }: Scene): string {
  return group({}, ...placed.map((one) => drawTransfer(one, palette.paper, weight)))
}

function drawTransfer(placed: Placed, paper: string, weight: number): string {
  const { figure, scale } = placed
  const width = (3.4 * weight) / scale
  if (figure.art)
    return group(
      { transform: placeTransform(placed) },
      paintLines(figure.art, violet, width * 0.75, () => paper),
    )
  return group(
    { transform: placeTransform(placed) },
    fill(figure.silhouette, paper, { stroke: paper, 'stroke-width': 16 / scale, 'stroke-linejoin': 'round' }),
    stroke(figure.silhouette, violet, width),
    stroke(figure.lines + figure.spots, violet, width * 0.75),
  )
}

/** Layers inked from the top of the sheet down to `share` of its height. */
export function inkDown({ sheet, palette }: Scene, layers: readonly string[], share: number): string {
  const bare = element('clipPath', { id: 'inked' }, element('rect', { x: 0, y: 0, width: sheet.width, height: sheet.height * share }))
  return (
    bare +
    group({ 'clip-path': 'url(#inked)' }, element('rect', { width: sheet.width, height: sheet.height, fill: palette.paper }), ...layers)
  )
}
