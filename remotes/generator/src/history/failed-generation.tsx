import type { Generation } from '@encre/generator-worker/contract'
import { ButtonLink } from '@encre/ui/button'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { retryPath } from '../generator-path.ts'
import { describeOptions } from '../preview/describe-options.ts'
import { StopText } from '../steps/stop-text.tsx'
import { historyMessages as text } from './history-messages.ts'
import styles from './history-page.module.css'

/** One generation that gave no design: its words, why, and a way to ask again. */
export function FailedGeneration({ generation }: { generation: Generation }) {
  const { id, state, request, createdAt, problem, requestId, counted } = generation
  return (
    <article className={styles.entry}>
      <h2 className={styles.subject}>{typesetSubject(request.description)}</h2>
      <p className={styles.soft}>
        {describeOptions(request)} · <time dateTime={createdAt}>{text.date(createdAt)}</time>
      </p>
      <div className={styles.reason}>
        <StopText
          stop={
            state === 'interrupted'
              ? { kind: 'interrupted', generation }
              : { kind: 'failed', code: problem ?? 'internal', requestId, counted }
          }
        />
      </div>
      {request.referenceId !== null && <p className={styles.soft}>{typeset(text.lostReference)}</p>}
      <ButtonLink className={styles.retry} href={retryPath(id)} aria-label={typeset(text.retryOf(request.description))}>
        {text.retry}
      </ButtonLink>
    </article>
  )
}
