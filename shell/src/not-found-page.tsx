import { ButtonLink } from '@encre/ui/button'
import { typeset } from '@encre/ui/typeset'
import { messages } from './messages.ts'
import styles from './not-found-page.module.css'
import { PageHead } from './page-head.tsx'

export function NotFoundPage() {
  const text = messages.notFound
  return (
    <div className={styles.page}>
      <PageHead title={text.title} />
      <p className={styles.code} aria-hidden="true">
        404
      </p>
      <h1 className={styles.title}>{text.title}</h1>
      <p className={styles.lead}>{typeset(text.lead)}</p>
      <ButtonLink href="/" variant="primary">
        {text.back}
      </ButtonLink>
    </div>
  )
}
