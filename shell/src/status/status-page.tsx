import { insightDays } from '@encre/protocol/insight'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { useId, useRef, useState } from 'react'
import { CountersSection } from './counters-section.tsx'
import { ErrorsSection } from './errors-section.tsx'
import { formatTime } from './format-time.ts'
import { type Status, signOut } from './insight-api.ts'
import { messages } from './messages.ts'
import { RemoteSection } from './remote-section.tsx'
import { SignInForm } from './sign-in-form.tsx'
import styles from './status-page.module.css'
import { useStatus } from './use-status.ts'
import { VitalsSection } from './vitals-section.tsx'

/** `/status`: what operators see of the running site. A visitor without a token sees the form only. */
export function StatusPage() {
  const [days, setDays] = useState(insightDays.default)
  const { state, refresh } = useStatus(days)
  const title = useRef<HTMLHeadingElement>(null)

  function handleSignIn() {
    title.current?.focus()
    refresh()
  }

  async function handleSignOut() {
    // The button is about to disappear.
    title.current?.focus()
    // After a failure, the next answer shows what holds: the status, or that the site does not answer.
    await signOut().catch(() => {})
    refresh()
  }

  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1 ref={title} className={styles.pageTitle} tabIndex={-1}>
          {messages.title}
        </h1>
        {state.kind === 'shown' && (
          <div className={styles.tools}>
            <PeriodSelect days={days} onChange={setDays} />
            <Button onClick={refresh}>{messages.refresh}</Button>
            <Button variant="quiet" onClick={handleSignOut}>
              {messages.signOut}
            </Button>
          </div>
        )}
      </header>
      {state.kind === 'loading' && <p className={styles.note}>{messages.loading}</p>}
      {state.kind === 'signed-out' && <SignInForm onSignedIn={handleSignIn} />}
      {state.kind === 'failed' && (
        <Notice kind="error" title={messages.failed}>
          <p>{messages.failedReason}</p>
          <Button onClick={refresh}>{messages.refresh}</Button>
        </Notice>
      )}
      {state.kind === 'shown' && <StatusContent status={state.status} />}
    </main>
  )
}

function StatusContent({ status: { insight, errors } }: { status: Status }) {
  const { holder, remotes, since, at } = insight
  return (
    <>
      <p className={styles.note}>
        {holder.author} ({holder.remote ?? messages.platform}) · {messages.updated} {formatTime(at)} UTC
      </p>
      <section aria-labelledby="remotes">
        <h2 id="remotes" className={styles.title}>
          {messages.remotes}
        </h2>
        {remotes.length === 0 && <p className={styles.note}>{messages.noRemotes}</p>}
        {remotes.map((remote) => (
          <RemoteSection key={remote.remote} remote={remote} since={since} at={at} />
        ))}
      </section>
      <ErrorsSection errors={errors} />
      <VitalsSection insight={insight} />
      <CountersSection counters={insight.counters} since={since} at={at} />
    </>
  )
}

function PeriodSelect({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const id = useId()
  return (
    <div className={styles.period}>
      <label htmlFor={id}>{messages.period}</label>
      <select id={id} className={styles.select} value={days} onChange={(event) => onChange(Number(event.target.value))}>
        {Object.entries(messages.periods).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
