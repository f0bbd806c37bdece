/** One line of a ruler. */
export interface Tick {
  at: number
  rank: 'minor' | 'middle' | 'major'
}

/**
 * The longer `side`, the sheet's, the coarser the ticks: both rulers of a sheet have the same ones.
 */
export function ticksOf(
  centimetres: number,
  side = centimetres,
): { ticks: Tick[]; labels: number[] } {
  const scale = scales.find(({ upTo }) => side <= upTo) ?? coarsest
  const count = Math.floor(centimetres / scale.minor + 1e-6)
  const ticks = Array.from({ length: count + 1 }, (_, index): Tick => {
    const at = Math.round(index * scale.minor * 10) / 10
    return { at, rank: rankOf(at, scale) }
  })
  const labels = ticks.filter((tick) => tick.rank === 'major').map((tick) => tick.at)
  return { ticks, labels }
}

/** Centimetres between two ticks of each rank. A major tick is a middle one too. */
type Scale = Record<Tick['rank'], number>

const scales: ({ upTo: number } & Scale)[] = [
  { upTo: 9, minor: 0.1, middle: 0.5, major: 1 },
  { upTo: 30, minor: 0.5, middle: 1, major: 5 },
  { upTo: 70, minor: 1, middle: 5, major: 10 },
]
const coarsest: Scale = { minor: 10, middle: 50, major: 100 }

function rankOf(at: number, { middle, major }: Scale): Tick['rank'] {
  if (isMultiple(at, major)) return 'major'
  return isMultiple(at, middle) ? 'middle' : 'minor'
}

function isMultiple(value: number, step: number): boolean {
  return Math.abs(value / step - Math.round(value / step)) < 1e-6
}
