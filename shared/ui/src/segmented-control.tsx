import { useId } from 'react'
import styles from './segmented-control.module.css'
import visuallyHidden from './visually-hidden.module.css'

interface SegmentedControlProps<Value extends string | number | null> {
  label: string
  /** For a control that explains itself to the eye: the label is for screen readers. */
  isLabelHidden?: boolean
  choices: Iterable<readonly [Value, string]>
  value: Value
  onChange: (value: Value) => void
  /** Shown under the choices, and read with the label. */
  hint?: string
}

/**
 * A few values side by side; one is chosen. On a phone, more than four stand in two columns. Not
 * printed.
 */
export function SegmentedControl<Value extends string | number | null>({
  label,
  isLabelHidden = false,
  choices,
  value,
  onChange,
  hint,
}: SegmentedControlProps<Value>) {
  const name = useId()
  const hintId = useId()
  const shown = [...choices]
  return (
    <fieldset className={styles.control} aria-describedby={hint && hintId}>
      <legend className={isLabelHidden ? visuallyHidden.text : styles.label}>{label}</legend>
      <div className={shown.length > 4 ? styles.many : styles.choices}>
        {shown.map(([choice, choiceName]) => (
          <label key={choiceName} className={styles.choice}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            {choiceName}
          </label>
        ))}
      </div>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
