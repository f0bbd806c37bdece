import { typeset } from '@encre/ui/typeset'
import type { StopReason } from '../generation/generations-state.ts'
import { messages } from '../messages.ts'
import { failureText, failureMessages as text } from './failure-text.ts'
import styles from './stop-note.module.css'

/** Why a generation gave no design, whether it was counted, and what to quote to support. */
export function StopText({ stop }: { stop: StopReason }) {
  if (stop.kind === 'interrupted') {
    return (
      <>
        <p>{typeset(text.interrupted)}</p>
        <RequestId id={stop.generation.requestId} />
      </>
    )
  }
  return (
    <>
      {stop.kind === 'cancelled' ? <p>{messages.cancelled}</p> : <Failure code={stop.code} />}
      {stop.counted !== undefined && (
        <p>{typeset(stop.counted === 'unsure' ? text.maybeCounted : stop.counted ? text.counted : text.notCounted)}</p>
      )}
      {stop.kind === 'failed' && <RequestId id={stop.requestId} />}
    </>
  )
}

function Failure({ code }: { code: string }) {
  const { title, reason } = failureText(code)
  return (
    <p lang="en">
      {title}
      {reason && (
        <>
          {' '}
          {/* A title that ends with a colon continues with its reason. */}
          {!title.endsWith(':') && <br />}
          <span lang={reason.lang}>{typeset(reason.text)}</span>
        </>
      )}
    </p>
  )
}

function RequestId({ id }: { id: string | null }) {
  if (!id) return null
  return (
    <p className={styles.request}>
      {typeset(text.request)} <code>{id}</code>
    </p>
  )
}
