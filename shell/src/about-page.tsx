import { typeset } from '@encre/ui/typeset'
import { aboutMessages as text } from './about-messages.ts'
import { AboutMotif } from './about-motif.tsx'
import styles from './about-page.module.css'
import { PageHead } from './page-head.tsx'

const cards = ['ai', 'custom', 'security', 'speed', 'artists', 'styles'] as const

export function AboutPage() {
  return (
    <div className={styles.page}>
      <PageHead title={text.title} description={text.description} />
      <h1 className={styles.title}>{text.title}</h1>
      <p className={styles.mission}>{typeset(text.mission)}</p>
      <h2 className={styles.subtitle}>{text.technologies}</h2>
      <ul className={styles.cards}>
        {cards.map((card) => (
          <li key={card} className={styles.card}>
            <AboutMotif name={card} />
            <h3 className={styles.cardTitle}>{text.cards[card].title}</h3>
            <p className={styles.cardText}>{typeset(text.cards[card].text)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
