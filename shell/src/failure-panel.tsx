import { Button } from '@encre/ui/button'
import styles from './failure-panel.module.css'
import { messages } from './messages.ts'

/** Replaces a page that failed to load or to render. The header and the other pages still work. */
export function FailurePanel({ onRetry }: { onRetry: () => void }) {
  const text = messages.remote
  return (
    <div className={styles.failure} role="alert" lang="fr">
      <h1 className={styles.title}>{text.failed}</h1>
      <p>{text.reason}</p>
      <Button variant="primary" onClick={onRetry}>
        {text.retry}
      </Button>
    </div>
  )
}
