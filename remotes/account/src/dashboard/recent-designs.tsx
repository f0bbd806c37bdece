import type { Dashboard } from '@encre/account-worker/contract'
import { Button, ButtonLink } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { dashboardMessages as messages, problemMessage } from '../messages.ts'
import type { Answer } from '../use-answer.ts'
import { RecentDesign } from './recent-design.tsx'
import styles from './recent-designs.module.css'

export function RecentDesigns({ answer, onRetry }: { answer: Answer<Dashboard>; onRetry: () => void }) {
  return (
    <section aria-labelledby="recent-designs">
      <div className={styles.header}>
        <h2 id="recent-designs" className={styles.title}>
          {messages.recentDesigns}
        </h2>
        <ButtonLink href="/generator">{messages.newDesign}</ButtonLink>
      </div>
      {answer.status === 'loading' && (
        <p className={styles.loading} role="status">
          {messages.loading}
        </p>
      )}
      {answer.status === 'failed' && (
        <div className={styles.failure}>
          <Notice kind="error" title={messages.failed}>
            <p lang="fr">{problemMessage(answer.code)}</p>
          </Notice>
          <Button onClick={onRetry}>{messages.retry}</Button>
        </div>
      )}
      {answer.status === 'loaded' && answer.value.recent.length === 0 && (
        <div className={styles.empty}>
          <h3 className={styles.emptyTitle}>{messages.empty}</h3>
          <p>{messages.emptyHint}</p>
          <ButtonLink href="/generator">{messages.create}</ButtonLink>
        </div>
      )}
      {answer.status === 'loaded' && answer.value.recent.length > 0 && (
        <ul className={styles.list}>
          {answer.value.recent.map((design) => (
            <li key={design.id} className={styles.row}>
              <RecentDesign design={design} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
