import { colourLabel } from '@encre/protocol/catalogue'
import styles from './colour-dots.module.css'
import visuallyHidden from './visually-hidden.module.css'

/** The colours of a design, in order. Their names, in English as in the catalogue, are read aloud and shown on hover. */
export function ColourDots({ colours }: { colours: string[] }) {
  if (colours.length === 0) return null
  return (
    <ul className={styles.dots} lang="en">
      {colours.map((hex) => (
        <li key={hex} className={styles.dot} style={{ backgroundColor: hex }} title={colourLabel(hex)}>
          <span className={visuallyHidden.text}>{colourLabel(hex)}</span>
        </li>
      ))}
    </ul>
  )
}
