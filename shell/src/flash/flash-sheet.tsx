import type { StyleId } from '@encre/protocol/catalogue'
import animalPortrait from './animal-portrait.webp?url'
import dotwork from './dotwork.webp?url'
import styles from './flash.module.css'
import { flashMessages as messages } from './flash-messages.ts'
import geometric from './geometric.webp?url'
import japanese from './japanese.webp?url'
import minimalist from './minimalist.webp?url'
import { Picture } from './picture.tsx'
import traditional from './traditional.webp?url'
import watercolor from './watercolor.webp?url'

const pictures: Record<StyleId, string> = {
  geometric,
  'animal-portrait': animalPortrait,
  dotwork,
  traditional,
  japanese,
  minimalist,
  watercolor,
}

/** A design in each style, drawn by `npm run drawing flash`. */
export function FlashSheet() {
  return (
    <section className={styles.section} aria-labelledby="flash">
      <h2 id="flash" className={styles.title}>
        {messages.flash}
      </h2>
      <ul className={styles.designs}>
        {(Object.keys(pictures) as StyleId[]).map((id) => {
          const [style, subject] = messages.designs[id]
          return (
            <li key={id} className={styles.design}>
              <Picture source={pictures[id]} />
              <p className={styles.name}>{style}</p>
              <p className={styles.subject}>{subject}</p>
            </li>
          )
        })}
        <li className={styles.label}>{messages.flashLabel}</li>
      </ul>
    </section>
  )
}
