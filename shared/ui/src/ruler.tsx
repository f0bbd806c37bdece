import styles from './ruler.module.css'
import { ticksOf } from './ruler-ticks.ts'

interface RulerProps {
  axis: 'x' | 'y'
  /** Where the ruler starts and how long it is, in shares of the sheet's side. */
  start: number
  length: number
  /** Centimetres of the sheet's side, or null for a blank ruler. */
  scale: number | null
  /** Centimetres that decide how fine the ticks are: the same for rulers that are seen together. The sheet's side if it is left out. */
  longest?: number
}

const lengths = { minor: 5, middle: 8, major: 12 }
const depth = 24

/** A ruler in centimetres along one side of a drawing. */
export function Ruler({ axis, start, length, scale, longest = scale ?? 0 }: RulerProps) {
  const { ticks, labels } = scale ? ticksOf(length * scale, longest) : { ticks: [], labels: [] }
  const percent = (at: number) => `${100 * (start + at / (scale ?? 1))}%`
  return (
    <svg className={axis === 'x' ? styles.across : styles.down} aria-hidden="true">
      {ticks.map(({ at, rank }) =>
        axis === 'x' ? (
          <line key={at} className={styles[rank]} x1={percent(at)} x2={percent(at)} y1={depth} y2={depth - lengths[rank]} />
        ) : (
          <line key={at} className={styles[rank]} x1={depth} x2={depth - lengths[rank]} y1={percent(at)} y2={percent(at)} />
        ),
      )}
      {labels.map((at) =>
        axis === 'x' ? (
          <text key={at} className={styles.label} x={percent(at)} y={9} textAnchor={at === 0 ? 'start' : 'middle'}>
            {at}
            {at === 0 && ' cm'}
          </text>
        ) : (
          at > 0 && (
            <text key={at} className={styles.label} x={9} y={percent(at)} textAnchor="end" dominantBaseline="central">
              {at}
            </text>
          )
        ),
      )}
    </svg>
  )
}
