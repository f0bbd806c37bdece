import { accentFor } from '../scene/palette.ts'
import type { Grammar, Placed, Scene } from '../scene/scene.ts'
import { isTall, isWide } from '../scene/zone.ts'
import { circle, fill, group, placeTransform, stroke } from '../svg.ts'

/** One fine line of a single weight, much paper, at most one touch of colour. */
export const drawMinimalist: Grammar = (scene) => [...scene.placed.map((placed) => drawFigure(scene, placed)), drawAccent(scene)]

function drawFigure({ palette, weight }: Scene, placed: Placed): string {
  const { figure, scale, role, kind } = placed
  const width = (4.4 * weight) / scale
  const colour = role === 'lead' ? palette.ink : accentFor(palette, kind)
  return group(
    { transform: placeTransform(placed) },
    fill(figure.silhouette, palette.paper, { stroke: palette.paper, 'stroke-width': 22 / scale, 'stroke-linejoin': 'round' }),
    stroke(figure.silhouette + figure.lines, colour, width),
    stroke(figure.spots, colour, width),
  )
}

/** A hairline and dots that say where the tattoo lies: an axis on a limb, a horizon on a chest, an open ring elsewhere. */
function drawAccent({ zone, palette, weight, random, placed }: Scene): string {
  const colour = palette.accents[0] ?? palette.ink
  const width = 4.4 * weight
  const dot = (x: number, y: number, r: number) => circle(x, y, r, { fill: colour })
  const lead = placed.find(({ role }) => role === 'lead')
  const half = lead ? (lead.figure.box.height * lead.scale) / 2 + 46 : 300
  const middle = lead?.y ?? zone.y
  if (isTall(zone)) {
    const ends = [zone.y - zone.ry, middle - half, middle + half, zone.y + zone.ry] as const
    const x = zone.x
    const axis = `M${x} ${ends[0] + 40}V${Math.max(ends[0] + 41, ends[1])}M${x} ${Math.min(ends[3] - 41, ends[2])}V${ends[3] - 40}`
    return group({}, stroke(axis, colour, width), dot(x, ends[0] + 14, 8 * weight), dot(x, ends[3] - 14, 8 * weight))
  }
  if (isWide(zone)) {
    const reach = lead ? (lead.figure.box.width * lead.scale) / 2 + 40 : 300
    const [left, right] = [zone.x - zone.rx, zone.x + zone.rx]
    const horizon = `M${left + 30} ${zone.y}H${Math.max(left + 31, zone.x - reach)}M${Math.min(right - 31, zone.x + reach)} ${zone.y}H${right - 30}`
    return placed.length > 1
      ? ''
      : group({}, stroke(horizon, colour, width), dot(left + 8, zone.y, 8 * weight), dot(right - 8, zone.y, 8 * weight))
  }
  const radius = Math.min(zone.rx, zone.ry)
  const start = 200 + random() * 60
  const point = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return [zone.x + radius * Math.cos(angle), zone.y + radius * Math.sin(angle)] as const
  }
  const [from, to, end] = [point(start), point(start + 110), point(start + 124)]
  const arc = `M${from.join(' ')}A${radius} ${radius} 0 0 1 ${to.join(' ')}`
  return group({}, stroke(arc, colour, width), dot(end[0], end[1], 8 * weight))
}
