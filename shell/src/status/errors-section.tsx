import type { InsightErrors } from '@encre/protocol/insight'
import { formatTime } from './hours.ts'
import { messages } from './messages.ts'
import styles from './status-page.module.css'

/** The kinds of errors, the most frequent first, each with its stack. */
export function ErrorsSection({ errors }: { errors: InsightErrors['errors'] }) {
  return (
    <section aria-labelledby="errors">
      <h2 id="errors" className={styles.title}>
        {messages.pageErrors}
      </h2>
      {errors.length === 0 && <p className={styles.note}>{messages.noErrors}</p>}
      {errors.map((error) => (
        <details key={error.id} className={styles.details}>
          <summary>
            <b>{error.count} ×</b> {error.message}
            <span className={styles.origin}>
              {error.remote} {error.version} · {error.route} · {formatTime(error.lastAt)}
            </span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a stack scrolls, so the keyboard must reach it. */}
          <pre className={styles.stack} tabIndex={0}>
            {error.stack || error.message}
          </pre>
          {!error.isReadable && <p className={styles.note}>{messages.notReadable}</p>}
        </details>
      ))}
    </section>
  )
}
