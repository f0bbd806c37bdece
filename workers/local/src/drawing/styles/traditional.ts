import type { Part } from '../figure.ts'
import { placeRibbon } from '../ribbon.ts'
import { accentFor, type Palette } from '../scene/palette.ts'
import type { Grammar, Placed, Scene } from '../scene/scene.ts'
import { isBone } from '../subjects/beasts.ts'
import { circle, fill, group } from '../svg.ts'
import { drawFlatFigure } from './flat-figure.ts'
import { freeSpots, sparkle } from './sparks.ts'

/** Old school: bold outline, flat colour, whipped black on the shadow side, sparks around. */
export const drawTraditional: Grammar = (scene) => {
  const behind = scene.placed.filter(({ role }) => role === 'behind')
  const front = scene.placed.filter(({ role }) => role !== 'behind')
  return [...behind.map((placed) => drawFigure(scene, placed)), ...front.map((placed) => drawFigure(scene, placed)), drawSparks(scene)]
}

function drawFigure({ palette, weight }: Scene, placed: Placed): string {
  return drawFlatFigure(placed, {
    palette,
    line: 11 * weight,
    halo: 18,
    grow: 3,
    shades: [
      [0.6, 0.34],
      [0.71, 1],
    ],
    colourOf: (part) => partColour(palette, placed, part),
  })
}

function partColour(palette: Palette, { kind, shape, turn }: Placed, { rank, share }: Part): string {
  if (!palette.coloured || isBone(shape)) return palette.paper
  if (share > 0.16 || rank === 0) return accentFor(palette, kind, turn)
  if (kind === 'flower' && palette.accents.includes('#4c9900')) return '#4c9900'
  return accentFor(palette, kind, share > 0.05 ? turn + 1 : turn)
}

function drawSparks({ brief, zone, palette, weight, detail, random, placed }: Scene): string {
  const free = { ...zone, ry: zone.ry * 0.8, y: zone.y - zone.ry * 0.16 }
  const ribbon = brief.ribbon === null ? null : placeRibbon(zone, placed.length === 0)
  const spots = freeSpots(free, placed, random, Math.round(9 * detail), 34).filter(
    ({ y }) => ribbon === null || Math.abs(y - ribbon.y) > ribbon.height,
  )
  return group(
    {},
    ...spots.map((spot, i) =>
      i % 3 === 2
        ? circle(spot.x, spot.y, 6 * weight, { fill: palette.ink })
        : fill(sparkle(spot, 24 * weight), i % 3 === 0 ? (palette.accents[i % palette.accents.length] ?? palette.ink) : palette.ink, {
            stroke: palette.ink,
            'stroke-width': 4 * weight,
            'stroke-linejoin': 'round',
          }),
    ),
  )
}
