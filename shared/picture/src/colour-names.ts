import { type Oklab, rgbOf, toOklab } from './oklab.ts'

const names = Object.entries({
  noir: '#121212',
  'gris foncé': '#4d4d4d',
  'gris moyen': '#808080',
  'gris clair': '#bfbfbf',
  blanc: '#ffffff',
  rouge: '#cc1f1f',
  bordeaux: '#6e1423',
  rose: '#e88ca0',
  magenta: '#c2247f',
  saumon: '#e9967a',
  orange: '#e67e22',
  ocre: '#b9852f',
  jaune: '#f2d03b',
  beige: '#e3cfa8',
  brun: '#6b4423',
  olive: '#7a7a33',
  vert: '#3f9142',
  'vert foncé': '#1f4d2b',
  'vert clair': '#a8d08d',
  turquoise: '#2aa7a0',
  'bleu clair': '#8fbfe8',
  bleu: '#1f66c2',
  'bleu nuit': '#14264d',
  violet: '#6a35b5',
  lilas: '#b79bd8',
}).map(([name, hex]) => ({ name, colour: toOklab(...rgbOf(hex)) }))

/** What colours such as `#b8860b` are called in French, in their order: the nearest names. */
export function colourNames(hexes: readonly string[]): string[] {
  return hexes.map((hex) => nearestName(toOklab(...rgbOf(hex))))
}

function nearestName([lightness, a, b]: Oklab): string {
  // A shade counts less than the hue: dark grey is not night blue.
  const far = ({ colour }: (typeof names)[number]) =>
    Math.hypot((colour[0] - lightness) / 2, colour[1] - a, colour[2] - b)
  return names.reduce((nearest, colour) => (far(colour) < far(nearest) ? colour : nearest)).name
}
