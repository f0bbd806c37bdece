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
  const isAcross = axis === 'x'
  return (
    <svg className={isAcross ? styles.across : styles.down} aria-hidden="true">
      {ticks.map(({ at, rank }) => {
        const [along, end] = [percent(at), depth - lengths[rank]]
        const [x1, x2, y1, y2] = isAcross ? [along, along, depth, end] : [depth, end, along, along]
        return <line key={at} className={styles[rank]} x1={x1} x2={x2} y1={y1} y2={y2} />
      })}
      {labels.map((at) => (
        <text key={at} className={styles.label} x={isAcross ? percent(at) : 9} y={isAcross ? 9 : percent(at)}>
          {at === 0 ? isAcross && '0 cm' : at}
        </text>
      ))}
    </svg>
  )
}
