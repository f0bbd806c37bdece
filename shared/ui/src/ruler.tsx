import styles from './ruler.module.css'
import { type Tick, ticksOf } from './ruler-ticks.ts'

interface RulerProps {
  axis: 'x' | 'y'
  /** Where the ruler starts and how long it is, in shares of the sheet's side. */
  start: number
  length: number
  /** Centimetres of the sheet's side, or null for a blank ruler. */
  scale: number | null
  /**
   * Centimetres that decide how fine the ticks are: the same for rulers that are seen together. The
   * sheet's side if it is left out.
   */
  longest?: number
}

const lengths = { minor: 5, middle: 8, major: 12 }
const depth = 24

/** A ruler in centimetres along one side of a drawing. */
export function Ruler({ axis, start, length, scale, longest = scale ?? 0 }: RulerProps) {
  const { ticks, labels } = scale ? ticksOf(length * scale, longest) : { ticks: [], labels: [] }
  const percent = (at: number) => `${100 * (start + at / (scale ?? 1))}%`
  return (
    <div className={axis === 'x' ? styles.across : styles.down}>
      <svg aria-hidden="true">
        {ticks.map((tick) => (
          <TickLine key={tick.at} axis={axis} rank={tick.rank} along={percent(tick.at)} />
        ))}
        {labels.map((at) => (
          <TickLabel key={at} axis={axis} at={at} along={percent(at)} />
        ))}
      </svg>
    </div>
  )
}

interface TickLineProps {
  axis: RulerProps['axis']
  rank: Tick['rank']
  /** The place along the side, in percent. */
  along: string
}

function TickLine({ axis, rank, along }: TickLineProps) {
  const end = depth - lengths[rank]
  if (axis === 'x')
    return <line className={styles[rank]} x1={along} x2={along} y1={depth} y2={end} />
  return <line className={styles[rank]} x1={depth} x2={end} y1={along} y2={along} />
}

interface TickLabelProps {
  axis: RulerProps['axis']
  at: number
  along: string
}

/** Only the ruler above the drawing names its unit, at 0. The one beside it starts in the same corner. */
function TickLabel({ axis, at, along }: TickLabelProps) {
  if (axis === 'x') {
    return (
      <text className={styles.label} x={along} y={9}>
        {at === 0 ? '0 cm' : at}
      </text>
    )
  }
  return (
    <text className={styles.label} x={9} y={along}>
      {at !== 0 && at}
    </text>
  )
}
