import { paintArt } from './paint-art.ts'
import type { Art, Tint } from './shapes/art.ts'
import { fill, stroke } from './svg.ts'

const gap = '#fff'
const part = '#000'
// Light enough that whipped black and lines stand out on them.
const greys: Record<Tint, string> = { main: '#bdbdbd', second: '#9a9a9a', paper: '#f4f4f4', ink: '#000' }

/** A drawing as its parts in black with white gaps in the place of its lines, as icons are drawn. */
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

/** A drawing in grey: what its colours, blacks and lines weigh. */
export function artTones(art: Art): string {
  return paintArt(art, 'tone', { ink: '#000', colourOf: (tint) => greys[tint] }, { bold: 8, fine: 4.5 })
}
