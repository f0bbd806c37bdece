import type { Tint } from '../art.ts'
import type { Kind } from '../subjects/catalogue.ts'

export interface Palette {
  paper: string
  ink: string
  accents: readonly string[]
  coloured: boolean
}

const gray = '#666666'
const blue = '#0066cc'
const red = '#cc0000'
const green = '#4c9900'
const purple = '#7733cc'
const preferences: Record<Kind, readonly string[]> = {
  flower: [red, purple, blue],
  beast: [blue, purple, red, green],
  figure: [red, green, blue],
  thing: [blue, red, green],
  symbol: [red, purple, blue],
  sky: [red, purple, blue, gray],
  ground: [green, blue, purple, gray],
}

export function createPalette(colours: readonly string[]): Palette {
  const [ink = '#000000', ...accents] = colours
  return {
    paper: '#ffffff',
    ink,
    accents: accents.length > 0 ? accents : [ink],
    coloured: accents.length > 0,
  }
}

/**
 * The colour of a part of a drawing: leaves are green where green was chosen; the paper stays where
 * a colour is missing.
 */
export function colourOfTint(palette: Palette, tint: Tint, kind: Kind, turn: number): string {
  if (tint === 'ink') return palette.ink
  if (tint === 'paper' || !palette.coloured) return palette.paper
  if (tint === 'main') return accentFor(palette, kind, turn)
  if (kind === 'flower' && palette.accents.includes(green)) return green
  return palette.accents.length > 1 ? accentFor(palette, kind, turn + 1) : palette.paper
}

export function accentFor({ accents }: Palette, kind: Kind, turn = 0): string {
  const liked = preferences[kind].filter((colour) => accents.includes(colour))
  const order = [...liked, ...accents.filter((colour) => !liked.includes(colour))]
  return order[turn % order.length] ?? accents[0] ?? '#000000'
}
