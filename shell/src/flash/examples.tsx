import { styles as catalogue, type StyleId, stylesInWords } from '@encre/protocol/catalogue'
import { ideaPath } from '@encre/protocol/links'
import { typeset } from '@encre/ui/typeset'
import styles from '../home-page.module.css'
import aged from './aged.webp?url'
import animalPortrait from './animal-portrait.webp?url'
import answer from './answer.webp?url'
import dotwork from './dotwork.webp?url'
import geometric from './geometric.webp?url'
import idea from './idea.webp?url'
import japanese from './japanese.webp?url'
import minimalist from './minimalist.webp?url'
import skin from './skin.webp?url'
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

/** One design on its way, taken from the product's screens by `npm run screens -- --pictures`. */
const steps = [
  {
    source: idea,
    alt: 'Une rose rouge à feuilles vertes, dans le style traditionnel',
    title: 'L’idée',
    text: '« Une rose », traditionnelle, en rouge et vert.',
  },
  {
    source: stencil,
    alt: 'Le calque violet de la rose, entre deux règles en centimètres',
    title: 'Le calque',
    text: 'À sa taille exacte, règle comprise, à montrer à votre tatoueur.',
  },
  {
    source: aged,
    alt: 'La même rose dans dix ans : traits épaissis, couleurs passées',
    title: 'Dix ans plus tard',
    text: 'Ce qui s’épaissit, ce qui se ferme, et la taille conseillée.',
  },
  {
    source: skin,
    alt: 'La rose posée sur un avant-bras, à l’échelle',
    title: 'Sur la peau',
    text: 'Une photo et une carte bancaire donnent l’échelle. La photo reste chez vous.',
  },
  {
    source: answer,
    alt: 'La réponse du tatoueur : « Plutôt 10 cm, pour garder les pétales nets. »',
    title: 'La réponse',
    text: 'Votre tatoueur ouvre un lien, sans compte, et vous répond.',
  },
]

export function Examples() {
  return (
    <>
      <OneDesign />
      <FlashSheet />
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

function OneDesign() {
  return (
    <section className={styles.section} aria-labelledby="one-design">
      <h2 id="one-design" className={styles.subtitle}>
        Un design, de l’idée à la réponse
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ source, alt, title, text }) => (
          <li key={title} className={styles.step}>
            <Picture source={source} alt={alt} />
            <div>
              <h3 className={styles.name}>{title}</h3>
              <p className={styles.subject}>{typeset(text)}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className={styles.promise}>
        {typeset('Vos images sont créées par une IA ; celles de cette page, sans IA.')}
      </p>
    </section>
  )
}

function Picture({ source, alt = '' }: { source: string; alt?: string }) {
  return (
    <img
      className={styles.picture}
      src={source}
      alt={alt}
      width="384"
      height="384"
      loading="lazy"
      decoding="async"
    />
  )
}
