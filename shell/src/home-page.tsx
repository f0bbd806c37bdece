import { ButtonLink } from '@encre/ui/button'
import { RegistrationMarks } from '@encre/ui/registration-marks'
import { typeset } from '@encre/ui/typeset'
import { Fragment, lazy, Suspense } from 'react'
import { ArtistAtWork } from './artist-at-work.tsx'
// Here, so that the first stylesheet has it: the prerendered examples must not move later.
import examples from './flash/flash.module.css'
import styles from './home-page.module.css'
import { messages } from './messages.ts'
import { PageHead } from './page-head.tsx'

const Examples = lazy(async () => ({ default: (await import('./flash/examples.tsx')).Examples }))

export function HomePage() {
  const text = messages.home
  return (
    <>
      <PageHead title={text.pageTitle} description={text.description} />
      <div className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.title}>
            {text.title.map((part, index) => (
              <Fragment key={part}>
                {index > 0 && ' '}
                <span>{part}</span>
              </Fragment>
            ))}
          </h1>
          <p className={styles.lead}>{typeset(text.lead)}</p>
          <div className={styles.actions}>
            <ButtonLink href="/generator" variant="primary">
              {text.create}
            </ButtonLink>
            <ButtonLink href="/gallery">{text.gallery}</ButtonLink>
          </div>
        </div>
        <div className={styles.pane}>
          <ArtistAtWork label={text.illustration} />
          <RegistrationMarks />
        </div>
      </div>
      <div className={examples.examples}>
        <Suspense>
          <Examples />
        </Suspense>
      </div>
    </>
  )
}
