import { useId } from 'react'
import controls from './controls.module.css'

interface ChoiceFieldProps<Value extends string | number> {
  label: string
  /** Every value with its name, in order. */
  choices: readonly (readonly [Value, string])[]
  value: Value
  onChange: (value: Value) => void
}

/** A few values side by side, one of which is chosen. */
export function ChoiceField<Value extends string | number>({ label, choices, value, onChange }: ChoiceFieldProps<Value>) {
  const name = useId()
  return (
    <fieldset className={controls.group}>
      <legend className={controls.label}>{label}</legend>
      <div className={controls.choices}>
        {choices.map(([choice, choiceLabel]) => (
          <label key={choice} className={controls.choice}>
            <input type="radio" name={name} className={controls.radio} checked={choice === value} onChange={() => onChange(choice)} />
            {choiceLabel}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
