import type { Dashboard } from '@encre/account-worker/contract'
import { locationLabel, sizeLabel, styleName } from '@encre/protocol/catalogue'
import { originLine } from '@encre/protocol/provenance'
import type { QueryState } from '@encre/remote-kit/use-query'
import { Button, ButtonLink } from '@encre/ui/button'
import { ColourDots, DesignImage, FullPrompt } from '@encre/ui/design-parts'
import { Notice } from '@encre/ui/notice'
import { typesetSubject } from '@encre/ui/typeset'
import { useRef } from 'react'
import { dashboardMessages as messages, problemMessage } from '../messages.ts'
import styles from './recent-designs.module.css'

export function RecentDesigns({ state, onRetry }: { state: QueryState<Dashboard>; onRetry: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)

  function handleRetry() {
    // The button that has the focus disappears.
    title.current?.focus()
    onRetry()
  }

  return (
    <section aria-labelledby="recent-designs">
      <div className={styles.header}>
        <h2 ref={title} id="recent-designs" className={styles.title} tabIndex={-1}>
          {messages.recentDesigns}
        </h2>
        <ButtonLink href="/generator">{messages.newDesign}</ButtonLink>
      </div>
      {state.status === 'loading' && (
        <p className={styles.loading} role="status">
          {messages.loading}
        </p>
      )}
      {state.status === 'failed' && (
        <div className={styles.failure}>
          <Notice kind="error" title={messages.failed}>
            <p lang="fr">{problemMessage(state.code)}</p>
          </Notice>
          <Button onClick={handleRetry}>{messages.retry}</Button>
        </div>
      )}
      {state.status === 'loaded' && state.value.recent.length === 0 && (
        <div className={styles.empty}>
          <h3 className={styles.emptyTitle}>{messages.empty}</h3>
          <p>{messages.emptyHint}</p>
          <ButtonLink href="/generator">{messages.create}</ButtonLink>
        </div>
      )}
      {state.status === 'loaded' && state.value.recent.length > 0 && (
        <ul className={styles.list}>
          {state.value.recent.map((design) => (
            <li key={design.id} className={styles.row}>
              <RecentDesign design={design} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The page is in English. The member's words and the catalogue's labels are in French. */
function RecentDesign({ design }: { design: Dashboard['recent'][number] }) {
  const origin = originLine(design.origin)
  return (
    <article className={styles.design} aria-labelledby={`design-${design.id}`}>
      <div className={styles.image}>
        <DesignImage design={design} size="card" />
      </div>
      <div className={styles.words}>
        <h3 id={`design-${design.id}`} className={styles.subject} lang="fr">
          {typesetSubject(design.subject)}
        </h3>
        <FullPrompt label={messages.fullPrompt} prompt={design.prompt} />
        {origin && (
          <p className={styles.origin} lang="fr">
            {origin}
          </p>
        )}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{messages.style}</dt>
          <dd lang="fr">{styleName(design.style)}</dd>
        </div>
        <div>
          <dt>{messages.size}</dt>
          <dd lang="fr">{sizeLabel(design)}</dd>
        </div>
        <div>
          <dt>{messages.placement}</dt>
          <dd lang="fr">{locationLabel(design)}</dd>
        </div>
        <div>
          <dt>{messages.colours}</dt>
          <dd>{design.colors.length > 0 ? <ColourDots colours={design.colors} /> : messages.blackInk}</dd>
        </div>
      </dl>
    </article>
  )
}
