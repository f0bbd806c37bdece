import { type Layer, paintLines } from '../art.ts'
import type { Part } from '../figure.ts'
import { accentFor, colourOfTint } from '../scene/palette.ts'
import type { Grammar, Placed, Scene } from '../scene/scene.ts'
import { isBlack } from '../subjects/beasts.ts'
import { circle, fill, groupAt, paperUnder, stroke } from '../svg.ts'

/** One fine line of a single weight, much paper, at most one flat touch of each colour. */
export const drawMinimalist: Grammar = (scene) => {
  const { palette, placed } = scene
  const companions = [...new Set(placed.filter(({ role }) => role !== 'lead').map(({ kind }) => accentFor(palette, kind)))]
  // What no companion wears becomes a touch of colour in the lead.
  const touches = palette.coloured ? palette.accents.filter((colour) => !companions.includes(colour)) : []
  const lead = placed.find(({ role }) => role === 'lead')
  const room = lead ? roomFor(lead, touches) : 0
  const inside = lead?.figure.art ? orderFor(scene, lead, touches.slice(0, room)) : touches.slice(0, room)
  return [
    ...(lead ? touches.slice(room).map((colour, i) => drawSpot(scene, lead, colour, i)) : []),
    ...placed.map((one) => drawFigure(scene, one, one === lead ? inside : [])),
  ]
}

function roomFor(lead: Placed, colours: readonly string[]): number {
  const { art } = lead.figure
  if (!art) return touchesOf(lead, colours).length
  return [0, 1].filter((touch) => art.some((layer) => isTouched(layer, touch))).length
}

function orderFor({ palette }: Scene, { kind, turn }: Placed, colours: readonly string[]): string[] {
  const wanted = colourOfTint(palette, 'second', kind, turn)
  return [...colours].sort((one, other) => Number(other === wanted) - Number(one === wanted))
}

type Touches = readonly { path: string; colour: string }[]

/** Parts small enough to be a touch and large enough to be seen, one for each colour; parts of one size share it. */
function touchesOf({ figure }: Placed, colours: readonly string[]): Touches {
  const ranks = new Map<number, Part[]>()
  for (const part of figure.parts)
    if (part.share > 0.012 && part.share < 0.22) ranks.set(part.rank, [...(ranks.get(part.rank) ?? []), part])
  const groups = [...ranks.values()]
  return colours.slice(0, groups.length).map((colour, i) => ({ path: groups[i]?.map(({ path }) => path).join('') ?? '', colour }))
}

function isTouched({ tint, edge }: Layer, touch: number): boolean {
  return touch === 0 ? tint === 'second' : tint === 'main' && edge !== undefined
}

function drawFigure({ palette, weight }: Scene, placed: Placed, colours: readonly string[]): string {
  const { figure, scale, role, kind } = placed
  const width = (4.4 * weight) / scale
  const colour = role === 'lead' ? palette.ink : accentFor(palette, kind)
  const halo = paperUnder(figure, palette.paper, 22 / scale)
  const bare = (layer: Layer) => (layer.tint === 'ink' && isBlack(placed.shape) ? palette.ink : palette.paper)
  const fillOf = (layer: Layer) => colours.find((_, touch) => isTouched(layer, touch)) ?? bare(layer)
  const content = figure.art
    ? paintLines(figure.art, colour, width, fillOf)
    : touchesOf(placed, colours)
        .map((touch) => fill(touch.path, touch.colour))
        .join('') +
      stroke(figure.silhouette + figure.lines, colour, width) +
      stroke(figure.spots, colour, width)
  return groupAt(placed, halo, content)
}

function drawSpot({ zone }: Scene, { figure, x, y, scale }: Placed, colour: string, index: number): string {
  const [width, height] = [figure.box.width * scale, figure.box.height * scale]
  const radius = Math.min(width, height) * (0.3 - 0.06 * index)
  const side = index % 2 === 0 ? 1 : -1
  const [cx, cy] = [x + side * width * 0.3, y - side * height * 0.24]
  const within = (at: number, middle: number, reach: number) => Math.max(middle - reach + radius, Math.min(middle + reach - radius, at))
  return circle(within(cx, zone.x, zone.rx), within(cy, zone.y, zone.ry), radius, { fill: colour })
}
