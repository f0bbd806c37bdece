import { styles as catalogue, type StyleId, stylesInWords } from '@encre/protocol/catalogue'
import { ideaPath } from '@encre/protocol/links'
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

/** A design in each style, drawn by `npm run drawing flash`, and what it shows. */
const designs: Record<StyleId, { source: string; subject: string }> = {
  geometric: { source: geometric, subject: 'Un hibou' },
  'animal-portrait': { source: animalPortrait, subject: 'Un loup' },
  dotwork: { source: dotwork, subject: 'Un crâne' },
  traditional: { source: traditional, subject: 'Une hirondelle' },
  japanese: { source: japanese, subject: 'Une carpe koï' },
  minimalist: { source: minimalist, subject: 'Un voilier' },
  watercolor: { source: watercolor, subject: 'Un papillon' },
}

// Not in `messages.ts`: the sentences are in the chunk of the examples.
const items = [
  {
    source: stencil,
    title: 'Le calque',
    text: 'Le contour du design à sa taille exacte : un calque d’essai, à montrer à votre tatoueur.',
  },
  {
    source: sheet,
    title: 'La fiche',
    text: 'Une page pour votre tatoueur : le design, ses dimensions, ses couleurs et vos notes.',
  },
]

export function Examples() {
  return (
    <>
      <FlashSheet />
      <TakeAway />
    </>
  )
}

export function FlashSheet() {
  return (
    <section className={styles.section} aria-labelledby="flash">
      <h2 id="flash" className={styles.subtitle}>
        {stylesInWords.replace(/^./, (letter) => letter.toUpperCase())} styles, une planche
      </h2>
      <ul className={styles.designs}>
        {catalogue.map(({ id, name }) => (
          <li key={id} className={styles.design}>
            <a href={ideaPath({ words: designs[id].subject, style: id })}>
              <Picture source={designs[id].source} />
              <p className={styles.name}>{name}</p>
              <p className={styles.subject}>{designs[id].subject}</p>
            </a>
          </li>
        ))}
        <li className={styles.label}>
          Exemples dessinés sans IA, par le dessinateur local d’Encre.
        </li>
      </ul>
    </section>
  )
}

function TakeAway() {
  return (
    <section className={styles.section} aria-labelledby="take-away">
      <h2 id="take-away" className={styles.subtitle}>
        Ce que vous emportez
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
      <p className={styles.promise}>
        De quoi parler tout de suite du même dessin avec votre tatoueur.
      </p>
    </section>
  )
}

function Picture({ source }: { source: string }) {
  return (
    <img
      className={styles.picture}
      src={source}
      alt=""
      width="384"
      height="384"
      loading="lazy"
      decoding="async"
    />
  )
}
