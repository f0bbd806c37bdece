import { ButtonLink } from '@encre/ui/button'
import { lazyPart } from '@encre/ui/lazy-part'
import { RegistrationMarks } from '@encre/ui/marks'
import { typeset } from '@encre/ui/typeset'
import { Fragment, Suspense } from 'react'
import { ArtistAtWork } from './artist-at-work.tsx'
import styles from './home-page.module.css'
import { messages } from './messages.ts'
import { PageHead } from './page-head.tsx'

/**
 * Preload it before React takes over: the member's name arrives then, and would empty a part
 * without code.
 */
export const [Examples, preloadExamples] = lazyPart(
  async () => (await import(/* webpackChunkName: "examples" */ './flash/examples.tsx')).Examples,
)

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
          <p className={styles.own}>
            {typeset(text.own)} <a href="/calque">{text.makeStencil}</a>{' '}
            <a href="/lettrage">{text.setWords}</a>
          </p>
        </div>
        <div className={styles.pane}>
          <ArtistAtWork label={text.illustration} />
          <RegistrationMarks />
        </div>
      </div>
      <div className={styles.examples}>
        <Suspense>
          <Examples />
        </Suspense>
      </div>
    </>
  )
}
