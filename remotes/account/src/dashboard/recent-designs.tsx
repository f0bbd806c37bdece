import type { Dashboard } from '@encre/account-worker/contract'
import type { QueryState } from '@encre/remote-kit/use-query'
import { Button, ButtonLink } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { useRef } from 'react'
import { dashboardMessages as messages, problemMessage } from '../messages.ts'
import { RecentDesign } from './recent-design.tsx'
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
