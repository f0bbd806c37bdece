import { type Colour, colours } from '@encre/protocol/catalogue'
import { messages } from '../messages.ts'
import styles from './colour-toggles.module.css'

/** Toggle buttons for the colours, kept in the order of the clicks. */
export function ColourToggles({ value, onChange }: { value: Colour[]; onChange: (colours: Colour[]) => void }) {
  function handleToggle(hex: Colour) {
    onChange(value.includes(hex) ? value.filter((chosen) => chosen !== hex) : [...value, hex])
  }

  return (
    <>
      <div className={styles.colours} lang="en">
        {colours.map(({ hex, label }) => (
          <button key={hex} type="button" className={styles.colour} aria-pressed={value.includes(hex)} onClick={() => handleToggle(hex)}>
            <svg className={styles.dot} viewBox="0 0 40 40" aria-hidden="true">
              <circle cx="20" cy="20" r="13" fill={hex} />
              <path d="m14 20.5 4 4 8-9" />
            </svg>
            {label}
          </button>
        ))}
      </div>
      {value.length === 0 && <p className={styles.none}>{messages.noColour}</p>}
    </>
  )
}
