import { typeset } from '@encre/ui/typeset'
import { PageHead } from '../page-head.tsx'
import styles from './legal.module.css'

export interface Rules {
  title: string
  changedOn: string
  sections: readonly { title: string; text: string | readonly string[] }[]
}

export function RulesPage({ rules: { title, changedOn, sections } }: { rules: Rules }) {
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <h1>{title}</h1>
      <p className={styles.lead}>
        {typeset('Dernière modification :')}{' '}
        <time dateTime={changedOn}>{formatDay(changedOn)}</time>
      </p>
      {sections.map((section) => (
        <section key={section.title}>
          <h2 className={styles.subtitle}>{typeset(section.title)}</h2>
          {typeof section.text === 'string' ? (
            <p>{typeset(section.text)}</p>
          ) : (
            <ul className={styles.list}>
              {section.text.map((line) => (
                <li key={line}>{typeset(line)}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  )
}

function formatDay(day: string): string {
  return new Date(day).toLocaleDateString('fr', { dateStyle: 'long', timeZone: 'UTC' })
}
