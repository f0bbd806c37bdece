import { styles as catalogue } from '@encre/protocol/catalogue'
import { messages } from './messages.ts'
import styles from './style-filter.module.css'

const choices = [{ id: null, name: messages.allStyles }, ...catalogue]

interface StyleFilterProps {
  /** A style of the catalogue, or null for all. */
  value: string | null
  onChange: (style: string | null) => void
}

export function StyleFilter({ value, onChange }: StyleFilterProps) {
  return (
    <fieldset className={styles.filter}>
      <legend className={styles.legend}>{messages.filter}</legend>
      {choices.map(({ id, name }) => (
        <label key={name} className={styles.choice}>
          <input type="radio" name="style" className={styles.radio} checked={id === value} onChange={() => onChange(id)} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
