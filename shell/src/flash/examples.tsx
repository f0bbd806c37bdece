import { type StyleId, stylesInWords } from '@encre/protocol/catalogue'
import { typeset } from '@encre/ui/typeset'
import styles from '../home-page.module.css'
import animalPortrait from './animal-portrait.webp?url'
import dotwork from './dotwork.webp?url'
import geometric from './geometric.webp?url'
import japanese from './japanese.webp?url'
import minimalist from './minimalist.webp?url'
import sheet from './sheet.webp?url'
import stencil from './stencil.webp?url'
import traditional from './traditional.webp?url'
import watercolor from './watercolor.webp?url'

/** Each style's name, and what its design shows. */
const designs: Record<StyleId, readonly [name: string, subject: string]> = {
  geometric: ['Géométrique', 'Un hibou'],
  'animal-portrait': ['Portrait Animalier', 'Un loup'],
  dotwork: ['Pointillisme', 'Un crâne'],
  traditional: ['Traditionnel', 'Une hirondelle'],
  japanese: ['Japonais', 'Une carpe koï'],
  minimalist: ['Minimaliste', 'Un voilier'],
  watercolor: ['Aquarelle', 'Un papillon'],
}

// Not in `messages.ts`: the sentences are in the chunk of the examples.
const messages = {
  flash: `${stylesInWords.replace(/^./, (letter) => letter.toUpperCase())} styles, une planche`,
  flashLabel: 'Exemples dessinés sans IA, par le dessinateur local d’Encre.',
  designs,
  leaves: 'Ce que vous emportez',
  stencil: { title: 'Le calque', text: 'Le contour du design à sa taille exacte : un calque d’essai, à montrer à votre tatoueur.' },
  sheet: { title: 'La fiche', text: 'Une page pour votre tatoueur : le design, ses dimensions, ses couleurs et vos notes.' },
  promise: 'De quoi parler tout de suite du même dessin avec votre tatoueur.',
}

/** What the site makes: the home page below its first screen. */
export function Examples() {
  return (
    <>
      <FlashSheet />
      <TakeAway />
    </>
  )
}

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
function FlashSheet() {
  return (
    <section className={styles.section} aria-labelledby="flash">
      <h2 id="flash" className={styles.subtitle}>
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

const items = [
  { source: stencil, ...messages.stencil },
  { source: sheet, ...messages.sheet },
]

/** What leaves the site with a design: the stencil and the artist's sheet. */
function TakeAway() {
  return (
    <section className={styles.section} aria-labelledby="take-away">
      <h2 id="take-away" className={styles.subtitle}>
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

/** A square drawing whose name stands beside it. Loaded once it is near the window. */
function Picture({ source }: { source: string }) {
  return <img className={styles.picture} src={source} alt="" width="384" height="384" loading="lazy" decoding="async" />
}
