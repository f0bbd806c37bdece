import { paintArt } from './paint-art.ts'
import type { Art, Tint } from './shapes/art.ts'
import { fill, stroke } from './svg.ts'

const gap = '#fff'
const part = '#000'
// Light enough that whipped black and lines stand out on them.
const greys: Record<Tint, string> = { main: '#bdbdbd', second: '#9a9a9a', paper: '#f4f4f4', ink: '#000' }

/** A drawing in the manner of an icon: black parts, with white gaps where its lines are. */
export function artParts(art: Art): string {
  return art
    .filter(({ texture }) => !texture)
    .map(({ area, edge, lines = '', blacks = '' }) =>
      [fill(area, part), edge === 'none' ? '' : stroke(area, gap, edge === 'fine' ? 6 : 8), stroke(lines, gap, 5), fill(blacks, part)].join(
        '',
      ),
    )
    .join('')
}

/** A drawing in greys: how dark its colours, blacks and lines are. */
export function artTones(art: Art): string {
  return paintArt(art, 'tone', { ink: '#000', colourOf: (tint) => greys[tint] }, { bold: 8, fine: 4.5 })
}
