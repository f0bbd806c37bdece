import { stylesInWords } from '@encre/protocol/catalogue'
import { ButtonLink } from '@encre/ui/button'
import { typeset } from '@encre/ui/typeset'
import styles from './about-page.module.css'
import { messages } from './messages.ts'
import { PageHead } from './page-head.tsx'

const text = {
  title: 'Notre Mission',
  description: `Pourquoi Encre existe, et ce qui le fait marcher : une IA avancée, ${stylesInWords} styles, des designs personnels et privés, de quoi parler avec votre tatoueur.`,
  mission:
    'Un tatouage se porte toute une vie ; son dessin mérite mieux qu’une image trouvée au hasard. Encre donne à chacun de quoi poser son idée sur le papier, la voir, la reprendre, puis arriver chez son tatoueur avec un motif bien à soi.',
  technologies: 'Nos Technologies',
}

/**
 * Each drawing is in ink only: ink means finished. The paths of a drawing lie on one another in
 * this order.
 */
const layers = ['line', 'sheet', 'ink', 'gap'] as const
const cards: {
  title: string
  text: string
  motif: Partial<Record<(typeof layers)[number], string>>
}[] = [
  {
    title: 'IA avancée',
    text: 'Un modèle de génération d’images interprète votre description et les codes du style choisi.',
    motif: {
      line: 'M6 36C14 24 22 18 32 18s18 6 26 18C50 48 42 52 32 52S14 48 6 36ZM32 4v7M13 10l4 6M51 10l-4 6',
      ink: 'M22 35a10 10 0 0 1 20 0a10 10 0 0 1 -20 0Z',
      gap: 'M32.5 32a2.500 2.500 0 0 1 5 0a2.500 2.500 0 0 1 -5 0Z',
    },
  },
  {
    title: 'Designs personnalisés',
    text: 'Style, taille, emplacement, couleurs : chaque design est composé pour vous, une seule fois.',
    motif: {
      line: 'M9 56h46M9 51v10M55 51v10M24 53v3M32 51v5M40 53v3',
      ink: 'M32 6c9 12 15 18 15 26a15 15 0 0 1-30 0C17 24 23 18 32 6Z',
    },
  },
  {
    title: 'Sécurité et confidentialité',
    text: 'Vos designs restent privés, sauf si vous partagez un lien. Vous les supprimez quand vous voulez.',
    motif: {
      line: 'M20 26v-8a12 12 0 0 1 24 0v8',
      ink: 'M32 60C16 48 8 40 8 31c0-11 17-13 24-3 7-10 24-8 24 3 0 9-8 17-24 29Z',
      gap: 'M32 34a4.500 4.500 0 0 1 2.500 8.200L36 50h-8l1.500-7.800A4.500 4.500 0 0 1 32 34Z',
    },
  },
  {
    title: 'Génération rapide',
    text: 'De la description au dessin, l’attente se compte en secondes, et vous la suivez des yeux.',
    motif: { line: 'M4 20h12M8 29h5M50 44h8M46 53h12', ink: 'M37 4 15 37h14l-4 23 24-35H34Z' },
  },
  {
    title: 'Collaboration avec les tatoueurs',
    text: 'Un calque net et ses dimensions : de quoi parler tout de suite du même dessin avec votre tatoueur.',
    motif: {
      line: 'M54 6l5 5-8 8-5-5ZM46 14l5 5-30 30-5-5ZM16 44l5 5-9 5 4-10ZM5 11l8-6 37 36-6 6ZM44 47l6-6 5 9-2 2ZM53 51l7 8M12 54l-4 4',
      ink: 'M22 27l7-7 12 12-7 7Z',
    },
  },
  {
    title: 'Styles variés',
    text: `Du trait fin à l’irezumi, ${stylesInWords} styles qui suivent chacun les règles du métier.`,
    motif: {
      line: 'M14 18 6 22l12 34 6-2M50 18l8 4-12 34-6-2',
      sheet: 'M18 8h28v46H18ZM23 48h18',
      ink: 'm32 16.600 3.400 8.500 8.500.850-6.800 5.950 2.550 9.350-7.650-5.100-7.650 5.100 2.550-9.350-6.800-5.950 8.500-.850Z',
    },
  },
]

export function AboutPage() {
  return (
    <div className={styles.page}>
      <PageHead title={text.title} description={text.description} />
      <h1 className={styles.title}>{text.title}</h1>
      <p className={styles.mission}>{typeset(text.mission)}</p>
      <h2 className={styles.subtitle}>{text.technologies}</h2>
      <ul className={styles.cards}>
        {cards.map(({ title, text, motif }) => (
          <li key={title} className={styles.card}>
            <svg className={styles.motif} viewBox="0 0 64 64" aria-hidden="true">
              {layers.map((layer) => (
                <path key={layer} className={styles[layer]} d={motif[layer]} />
              ))}
            </svg>
            <h3 className={styles.cardTitle}>{title}</h3>
            <p className={styles.cardText}>{typeset(text)}</p>
          </li>
        ))}
      </ul>
      <p>
        <ButtonLink href="/generator" variant="primary">
          {messages.home.create}
        </ButtonLink>
      </p>
    </div>
  )
}
