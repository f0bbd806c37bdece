import type { StyleId } from '@encre/protocol/catalogue'
import { banner, type Ribbon } from './ornaments/banner.ts'
import { accentFor } from './scene/palette.ts'
import type { Scene } from './scene/scene.ts'
import { isWide, type Zone } from './scene/zone.ts'

/** Where a ribbon lies: at the foot of the zone, or in its middle where nothing else is drawn. */
export function placeRibbon(zone: Zone, alone: boolean): Ribbon {
  const width = 2 * zone.rx * (alone || !isWide(zone) ? 1 : 0.78)
  const height = Math.min(alone ? 170 : 104, width * 0.2)
  return { x: zone.x, y: alone ? zone.y : zone.y + zone.ry - height * 0.95, width, height }
}

const lineWidths: Partial<Record<StyleId, number>> = { traditional: 9, japanese: 8, minimalist: 4.4, geometric: 4 }

/** The ribbon that the subject asks for, in the manner of the style. */
export function drawRibbon({ brief, zone, palette, weight, placed }: Scene): string[] {
  if (brief.ribbon === null) return []
  const shade = palette.coloured ? accentFor(palette, 'symbol', 1) : palette.paper
  const plain = brief.style === 'minimalist' || brief.style === 'dotwork'
  return [
    banner(placeRibbon(zone, placed.length === 0), brief.ribbon, {
      ink: palette.ink,
      cloth: palette.paper,
      shade: plain ? palette.paper : shade,
      width: (lineWidths[brief.style] ?? 5) * weight,
      dotted: brief.style === 'dotwork',
    }),
  ]
}
