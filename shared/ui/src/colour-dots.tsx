import { colourLabel } from '@encre/protocol/catalogue'
import styles from './colour-dots.module.css'

/** The colours of a design, in order. Their names, in English as in the catalogue, are read aloud and shown on hover. */
export function ColourDots({ colours }: { colours: string[] }) {
  if (colours.length === 0) return null
  return (
    <ul className={styles.dots} lang="en">
      {colours.map((hex) => (
        <li key={hex} className={styles.dot} style={{ backgroundColor: hex }} title={colourLabel(hex)}>
          <span className={styles.name}>{colourLabel(hex)}</span>
        </li>
      ))}
    </ul>
  )
}
