import { messages } from '../messages.ts'
import { Choice } from './choice.tsx'
import styles from './customise-step.module.css'

const counts = [1, 2, 3, 4] as const

interface VariantsFieldProps {
  value: number
  /** More than the quota allows cannot be chosen. */
  most: number
  onChange: (count: number) => void
}

/** How many designs one click asks for. */
export function VariantsField({ value, most, onChange }: VariantsFieldProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{messages.variants}</legend>
      <div className={`${styles.row} ${styles.counts}`}>
        {counts.map((count) => (
          <Choice
            key={count}
            name="variants"
            value={`${count}`}
            checked={count === value}
            disabled={count > Math.max(1, most)}
            onChoose={() => onChange(count)}
          >
            {count}
          </Choice>
        ))}
      </div>
      <p className={styles.hint}>{messages.variantsHint}</p>
    </fieldset>
  )
}
