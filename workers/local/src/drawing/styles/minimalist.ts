import { accentFor } from '../scene/palette.ts'
import type { Grammar, Placed, Scene } from '../scene/scene.ts'
import { isTall, isWide } from '../scene/zone.ts'
import { circle, fill, format, group, placeTransform, stroke } from '../svg.ts'

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

/** A hairline and a dot per colour that say where the tattoo lies: an axis on a limb, a horizon on a chest, an open ring elsewhere. */
function drawAccent(scene: Scene): string {
  const { zone, palette, weight, placed } = scene
  const [lead] = placed
  if (!lead || placed.length > 1) return drawRow(scene, zone.x, zone.y + zone.ry - 14)
  const line = (d: string) => stroke(d, palette.accents[0] ?? palette.ink, 4.4 * weight)
  const [halfWidth, halfHeight] = [(lead.figure.box.width * lead.scale) / 2 + 44, (lead.figure.box.height * lead.scale) / 2 + 44]
  const [left, right, top, foot] = [zone.x - zone.rx, zone.x + zone.rx, zone.y - zone.ry, zone.y + zone.ry]
  if (isTall(zone)) {
    const axis = `M${zone.x} ${top}V${lead.y - halfHeight}M${zone.x} ${lead.y + halfHeight}V${foot - 46}`
    return line(axis) + drawRow(scene, zone.x, foot - 14)
  }
  if (isWide(zone)) {
    const horizon = `M${left} ${zone.y}H${lead.x - halfWidth}M${lead.x + halfWidth} ${zone.y}H${right}`
    return line(horizon) + drawRow(scene, zone.x, foot - 14)
  }
  return line(openRing(scene)) + drawRow(scene, zone.x, Math.min(foot + 30, lead.y + halfHeight + 20))
}

function openRing({ zone, random }: Scene): string {
  const radius = Math.min(zone.rx, zone.ry)
  const start = 190 + random() * 60
  const at = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return `${format(zone.x + radius * Math.cos(angle))} ${format(zone.y + radius * Math.sin(angle))}`
  }
  return `M${at(start)}A${format(radius)} ${format(radius)} 0 0 1 ${at(start + 120)}`
}

function drawRow({ palette, weight }: Scene, x: number, y: number): string {
  const gap = 34 * weight
  return palette.accents
    .map((colour, i) => circle(x + (i - (palette.accents.length - 1) / 2) * gap, y, 8 * weight, { fill: colour }))
    .join('')
}
