import { styleName } from '@encre/protocol/catalogue'
import { ButtonLink } from '@encre/ui/button'
import { typeset } from '@encre/ui/typeset'
import styles from './empty-sheet.module.css'
import { messages } from './messages.ts'
import { RegistrationMarks } from './registration-marks.tsx'

/** Shown when the list is empty. `style` is the filter, or null. */
export function EmptySheet({ style }: { style: string | null }) {
  return (
    <div className={styles.sheet}>
      <RegistrationMarks />
      <p className={styles.title}>{messages.empty}</p>
      <p className={styles.hint}>{typeset(style ? messages.emptyStyle(styleName(style)) : messages.emptyHint)}</p>
      <div className={styles.ways}>
        <ButtonLink href="/generator" variant="primary">
          {messages.create}
        </ButtonLink>
        {style && <ButtonLink href="/gallery">{messages.allStyles}</ButtonLink>}
      </div>
    </div>
  )
}
