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

const pictures = [
  [geometric, messages.designs.geometric],
  [animalPortrait, messages.designs['animal-portrait']],
  [dotwork, messages.designs.dotwork],
  [traditional, messages.designs.traditional],
  [japanese, messages.designs.japanese],
  [minimalist, messages.designs.minimalist],
  [watercolor, messages.designs.watercolor],
] as const

/** A design in each style, drawn by `npm run drawing:flash`. */
export function FlashSheet() {
  return (
    <section className={styles.section} aria-labelledby="flash">
      <h2 id="flash" className={styles.title}>
        {messages.flash}
      </h2>
      <ul className={styles.designs}>
        {pictures.map(([source, [style, subject]]) => (
          <li key={style} className={styles.design}>
            <Picture source={source} />
            <p className={styles.name}>{style}</p>
            <p className={styles.subject}>{subject}</p>
          </li>
        ))}
        <li className={styles.label}>{messages.flashLabel}</li>
      </ul>
    </section>
  )
}
