import { sizes } from './catalogue.ts'

// The size of a design in millimetres: what the member set, else what its choices say. The
// atelier, the prompt (`workers/generator/src/generations/prompt.ts`) and the artist's page read
// it here.

const minimumCentimetres = 0.5
const maximumCentimetres = 200

/**
 * In centimetres: 12.5 for 'medium', or the length in the text of a custom size. Null for a text
 * without one between 0.5 and 200 cm.
 */
export function centimetresOf(size: string, detail: string | null): number | null {
  const known = sizes.find((candidate) => candidate.value === size)?.centimetres
  return known ?? (detail ? parseCentimetres(detail) : null)
}

/** Reads '25 cm', '7,5', '80 mm', '8 x 20 cm' (the longer side) or '12 à 15 cm' (the middle). */
function parseCentimetres(text: string): number | null {
  const matches = [...text.matchAll(/\d+(?:[.,]\d+)?/g)]
  const numbers = matches.map(([digits]) => Number(digits.replace(',', '.')))
  const [first, second] = numbers
  if (first === undefined) return null
  const isRange = second !== undefined && /\d\s*(?:-|–|à)\s*\d/.test(text)
  const length = isRange ? (first + second) / 2 : Math.max(...numbers)
  const centimetres = length * centimetresOfUnit(text)
  const isPossible = centimetres >= minimumCentimetres && centimetres <= maximumCentimetres
  return isPossible ? centimetres : null
}

function centimetresOfUnit(text: string): number {
  if (/\d\s*mm\b/i.test(text)) return 0.1
  return /\d\s*m\b/i.test(text) ? 100 : 1
}

/** The smallest size that a member can set, in millimetres of the ink's longest side. */
export const minimumSizeMm = 10
/** The largest size that a member can set, in millimetres of the ink's longest side. */
export const maximumSizeMm = 1000
const defaultCentimetres = 10

interface SizeOfDesign {
  /** The size that the member set. */
  sizeMm: number | null
  size: string
  sizeDetail: string | null
}

/**
 * Longest side of a design's ink in millimetres: the size that the member set, else the design's
 * own size, else 10 cm.
 */
export function inkSizeMm({ sizeMm, size, sizeDetail }: SizeOfDesign): number {
  const millimetres = sizeMm ?? 10 * (centimetresOf(size, sizeDetail) ?? defaultCentimetres)
  return Math.min(maximumSizeMm, Math.max(minimumSizeMm, millimetres))
}
