import { typeset } from '@encre/ui/typeset'
import { PageHead } from '../page-head.tsx'
import styles from './legal.module.css'
import { legalMessages as text } from './legal-messages.ts'

/** `owner` is the setting SITE_OWNER; " | " separates its lines. */
export function LegalPage({ owner }: { owner?: string | undefined }) {
  return (
    <div className={styles.page}>
      <PageHead title={text.title} />
      <h1>{text.title}</h1>
      <h2 className={styles.subtitle}>{text.publisher}</h2>
      {owner ? <Lines of={owner.split(' | ')} /> : <p>{typeset(text.unsetOwner)}</p>}
      <h2 className={styles.subtitle}>{text.host}</h2>
      <Lines of={text.hostLines} />
      <h2 className={styles.subtitle}>{text.images}</h2>
      <p>{typeset(text.imagesText)}</p>
      <h2 className={styles.subtitle}>{text.fonts}</h2>
      <p>{text.fontsText}</p>
    </div>
  )
}

function Lines({ of: lines }: { of: string[] }) {
  return (
    <p>
      {lines.map((line) => (
        <span key={line} className={styles.line}>
          {line}
        </span>
      ))}
    </p>
  )
}
