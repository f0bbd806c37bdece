import { Button } from '@encre/ui/button'
import { typeset } from '@encre/ui/typeset'
import { useEffect, useRef } from 'react'
import type { Counted, StopReason } from '../generation/generations-state.ts'
import { failureText, messages } from '../messages.ts'
import styles from './stop-note.module.css'

/** Why the last generation gave no design, and what to do next. Scrolls into view, because the member may be looking at the preview. */
export function StopNote({ stop, onStartAgain }: { stop: StopReason; onStartAgain: () => void }) {
  const note = useRef<HTMLDivElement>(null)

  useEffect(() => {
    note.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])

  if (stop.kind === 'cancelled') {
    return (
      <div ref={note} className={styles.quiet}>
        {messages.cancelled} <Count counted={stop.counted} />
      </div>
    )
  }
  if (stop.kind === 'interrupted') {
    return (
      <div ref={note} className={styles.note} role="alert">
        <p>{typeset(messages.interrupted)}</p>
        <Button onClick={onStartAgain}>{messages.startAgain}</Button>
        <RequestId id={stop.generation.requestId} />
      </div>
    )
  }
  const { title, reason } = failureText(stop.code)
  return (
    <div ref={note} className={styles.note} role="alert">
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
      <Count counted={stop.counted} />
      <RequestId id={stop.requestId} />
    </div>
  )
}

function Count({ counted }: { counted: Counted }) {
  if (counted === undefined) return null
  return <p>{typeset(counted === 'unsure' ? messages.maybeCounted : counted ? messages.counted : messages.notCounted)}</p>
}

function RequestId({ id }: { id: string | null }) {
  if (!id) return null
  return (
    <p className={styles.request}>
      {typeset(messages.request)} <code>{id}</code>
    </p>
  )
}
