import type { Part } from '../field/parts.ts'
import { paintLines } from '../paint-art.ts'
import { accentFor } from '../scene/palette.ts'
import type { Grammar, Placed, Scene } from '../scene/scene.ts'
import { circle, fill, group, placeTransform, stroke } from '../svg.ts'

/** One fine line of a single weight, much paper, at most one flat touch of each colour. */
export const drawMinimalist: Grammar = (scene) => {
  const { palette, placed } = scene
  const companions = [...new Set(placed.filter(({ role }) => role !== 'lead').map(({ kind }) => accentFor(palette, kind)))]
  // What no companion wears becomes a touch of colour in the lead.
  const touches = palette.coloured ? palette.accents.filter((colour) => !companions.includes(colour)) : []
  const lead = placed.find(({ role }) => role === 'lead')
  const inside = lead ? touchesOf(lead, touches) : []
  const loose = touches.slice(inside.length)
  return [
    ...(lead ? loose.map((colour, i) => drawSpot(scene, lead, colour, i)) : []),
    ...placed.map((one) => drawFigure(scene, one, one === lead ? inside : [])),
  ]
}

interface Touch {
  path: string
  colour: string
}

/** Parts small enough to be a touch and large enough to be seen, one for each colour; parts of one size share it. */
function touchesOf({ figure }: Placed, colours: readonly string[]): Touch[] {
  if (figure.art) {
    const [colour] = colours
    const path = figure.art.map(({ area, tint }) => (tint === 'second' ? area : '')).join('')
    return colour && path ? [{ path, colour }] : []
  }
  const ranks = new Map<number, Part[]>()
  for (const part of figure.parts) if (part.share > 0.012 && part.share < 0.22) ranks.set(part.rank, [...(ranks.get(part.rank) ?? []), part])
  const groups = [...ranks.values()]
  return colours.slice(0, groups.length).map((colour, i) => ({ path: groups[i]?.map(({ path }) => path).join('') ?? '', colour }))
}

function drawFigure({ palette, weight }: Scene, placed: Placed, touches: readonly Touch[]): string {
  const { figure, scale, role, kind } = placed
  const width = (4.4 * weight) / scale
  const colour = role === 'lead' ? palette.ink : accentFor(palette, kind)
  const [touch] = touches
  return group(
    { transform: placeTransform(placed) },
    fill(figure.silhouette, palette.paper, { stroke: palette.paper, 'stroke-width': 22 / scale, 'stroke-linejoin': 'round' }),
    figure.art
      ? paintLines(figure.art, colour, width, (tint) => (tint === 'second' ? (touch?.colour ?? palette.paper) : palette.paper))
      : touches.map((one) => fill(one.path, one.colour)).join('') +
          stroke(figure.silhouette + figure.lines, colour, width) +
          stroke(figure.spots, colour, width),
  )
}

/** A flat disc of colour behind the lead, which it overlaps. */
function drawSpot({ zone }: Scene, { figure, x, y, scale }: Placed, colour: string, index: number): string {
  const [width, height] = [figure.box.width * scale, figure.box.height * scale]
  const radius = Math.min(width, height) * (0.3 - 0.06 * index)
  const side = index % 2 === 0 ? 1 : -1
  const [cx, cy] = [x + side * width * 0.3, y - side * height * 0.24]
  const within = (at: number, middle: number, reach: number) => Math.max(middle - reach + radius, Math.min(middle + reach - radius, at))
  return circle(within(cx, zone.x, zone.rx), within(cy, zone.y, zone.ry), radius, { fill: colour })
}
