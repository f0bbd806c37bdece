import { type Layer, paintLines } from '../art.ts'
import { accentFor, colourOfTint } from '../scene/palette.ts'
import type { Grammar, Placed, Scene } from '../scene/scene.ts'
import { isBlack } from '../subjects/beasts.ts'
import { circle, groupAt, paperUnder } from '../svg.ts'

/** One fine line of a single weight, much paper, at most one flat touch of each colour. */
export const drawMinimalist: Grammar = (scene) => {
  const { palette, placed } = scene
  const companions = [
    ...new Set(
      placed.filter(({ role }) => role !== 'lead').map(({ kind }) => accentFor(palette, kind)),
    ),
  ]
  // What no companion wears becomes a touch of colour in the lead.
  const touches = palette.coloured
    ? palette.accents.filter((colour) => !companions.includes(colour))
    : []
  const lead = placed.find(({ role }) => role === 'lead')
  const room = lead ? roomFor(lead) : 0
  const inside = lead ? orderFor(scene, lead, touches.slice(0, room)) : []
  return [
    ...(lead ? touches.slice(room).map((colour, i) => drawSpot(scene, lead, colour, i)) : []),
    ...placed.map((one) => drawFigure(scene, one, one === lead ? inside : [])),
  ]
}

function roomFor({ figure }: Placed): number {
  return [0, 1].filter((touch) => figure.art.some((layer) => isTouched(layer, touch))).length
}

function orderFor(
  { palette }: Scene,
  { kind, turn }: Placed,
  colours: readonly string[],
): string[] {
  const wanted = colourOfTint(palette, 'second', kind, turn)
  return [...colours].sort((one, other) => Number(other === wanted) - Number(one === wanted))
}

function isTouched({ tint, edge }: Layer, touch: number): boolean {
  return touch === 0 ? tint === 'second' : tint === 'main' && edge !== undefined
}

function drawFigure(
  { palette, weight }: Scene,
  placed: Placed,
  colours: readonly string[],
): string {
  const { figure, scale, role, kind } = placed
  const width = (4.4 * weight) / scale
  const colour = role === 'lead' ? palette.ink : accentFor(palette, kind)
  const halo = paperUnder(figure, palette.paper, 22 / scale)
  const bare = (layer: Layer) =>
    layer.tint === 'ink' && isBlack(placed.shape) ? palette.ink : palette.paper
  const fillOf = (layer: Layer) =>
    colours.find((_, touch) => isTouched(layer, touch)) ?? bare(layer)
  return groupAt(placed, halo, paintLines(figure.art, colour, width, fillOf))
}

function drawSpot(
  { zone }: Scene,
  { figure, x, y, scale }: Placed,
  colour: string,
  index: number,
): string {
  const width = figure.box.width * scale
  const height = figure.box.height * scale
  const radius = Math.min(width, height) * (0.3 - 0.06 * index)
  const side = index % 2 === 0 ? 1 : -1
  const cx = x + side * width * 0.3
  const cy = y - side * height * 0.24
  const within = (at: number, middle: number, reach: number) =>
    Math.max(middle - reach + radius, Math.min(middle + reach - radius, at))
  return circle(within(cx, zone.x, zone.rx), within(cy, zone.y, zone.ry), radius, { fill: colour })
}
