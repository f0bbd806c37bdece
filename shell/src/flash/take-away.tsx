import { typeset } from '@encre/ui/typeset'
import styles from './flash.module.css'
import { flashMessages as messages } from './flash-messages.ts'
import { Picture } from './picture.tsx'
import sheet from './sheet.webp?url'
import stencil from './stencil.webp?url'

const items = [
  { source: stencil, ...messages.stencil },
  { source: sheet, ...messages.sheet },
]

/** What leaves the site with a design: the stencil and the artist's sheet. */
export function TakeAway() {
  return (
    <section className={styles.section} aria-labelledby="take-away">
      <h2 id="take-away" className={styles.title}>
        {messages.leaves}
      </h2>
      <div className={styles.items}>
        {items.map(({ source, title, text }) => (
          <div key={title} className={styles.item}>
            <Picture source={source} />
            <div>
              <h3 className={styles.name}>{title}</h3>
              <p className={styles.subject}>{typeset(text)}</p>
            </div>
          </div>
        ))}
      </div>
      <p className={styles.promise}>{messages.promise}</p>
    </section>
  )
}
