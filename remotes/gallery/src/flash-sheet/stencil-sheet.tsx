import { RegistrationMarks } from '@encre/ui/registration-marks'
import type { CSSProperties } from 'react'
import sheet from './design-sheet.module.css'
import styles from './stencil-sheet.module.css'

const cells = ['first', 'second', 'third', 'fourth']
const counts: CSSProperties & Record<`--${string}`, number> = { '--start': 0, '--designs': cells.length }

/** The skeleton of the list while it loads. */
export function StencilSheet() {
  return (
    <div className={sheet.sheet} aria-hidden="true">
      <div className={sheet.group} style={counts}>
        {cells.map((cell) => (
          <div key={cell} className={`${sheet.cell} ${styles.cell}`}>
            <div className={styles.frame}>
              <RegistrationMarks />
            </div>
            <div className={styles.line} />
            <div className={styles.line} />
          </div>
        ))}
      </div>
    </div>
  )
}
