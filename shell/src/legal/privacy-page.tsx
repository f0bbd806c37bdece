import { typeset } from '@encre/ui/typeset'
import { PageHead } from '../page-head.tsx'
import styles from './legal.module.css'
import { privacyMessages as text } from './legal-messages.ts'

export function PrivacyPage() {
  return (
    <div className={styles.page}>
      <PageHead title={text.title} />
      <h1>{text.title}</h1>
      <p className={styles.lead}>{typeset(text.lead)}</p>

      <h2 className={styles.subtitle}>{text.storedTitle}</h2>
      <KeptData items={text.stored} place={text.database} />

      <h2 className={styles.subtitle}>{text.browserTitle}</h2>
      <KeptData items={text.browser} />
      <p>{typeset(text.tokens)}</p>

      <h2 className={styles.subtitle}>{text.providersTitle}</h2>
      {text.providers.map((line) => (
        <p key={line}>{typeset(line)}</p>
      ))}

      <h2 className={styles.subtitle}>{text.rightsTitle}</h2>
      <p>{typeset(text.rights)}</p>
      <p>
        <a href="/mentions-legales">{text.legal}</a>
      </p>
    </div>
  )
}

function KeptData({
  items,
  place,
}: {
  items: { what: string; where?: string; duration: string }[]
  place?: string
}) {
  return (
    <ul className={styles.kept}>
      {items.map(({ what, where = place, duration }) => (
        <li key={what}>
          <p>{typeset(what)}</p>
          <dl>
            {where && (
              <div>
                <dt>{text.table.where}</dt>
                <dd>{where}</dd>
              </div>
            )}
            <div>
              <dt>{text.table.duration}</dt>
              <dd>{typeset(duration)}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}
