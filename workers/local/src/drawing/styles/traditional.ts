import type { Grammar, Scene } from '../scene/scene.ts'
import { circle, fill, group } from '../svg.ts'
import { drawFlatFigure } from './flat-figure.ts'
import { freeSpots, sparkle } from './sparks.ts'

/** Old school: bold outline, flat colour, whipped black on the shadow side, sparks around. */
export const drawTraditional: Grammar = (scene) => {
  return [
    ...scene.placed.map((placed) =>
      drawFlatFigure(placed, { palette: scene.palette, line: 11 * scene.weight, halo: 18 }),
    ),
    /etoile|star/.test(scene.brief.excluded) ? '' : drawSparks(scene),
  ]
}

function drawSparks({ zone, palette, weight, detail, random, placed, ribbons }: Scene): string {
  const free = { ...zone, ry: zone.ry * 0.8, y: zone.y - zone.ry * 0.16 }
  const spots = freeSpots(free, placed, random, Math.round(9 * detail), 34).filter(({ y }) =>
    ribbons.every((ribbon) => Math.abs(y - ribbon.y) > ribbon.height),
  )
  return group(
    {},
    ...spots.map((spot, i) =>
      i % 3 === 2
        ? circle(spot.x, spot.y, 6 * weight, { fill: palette.ink })
        : fill(
            sparkle(spot, 24 * weight),
            i % 3 === 0
              ? (palette.accents[i % palette.accents.length] ?? palette.ink)
              : palette.ink,
            {
              stroke: palette.ink,
              'stroke-width': 4 * weight,
              'stroke-linejoin': 'round',
            },
          ),
    ),
  )
}
