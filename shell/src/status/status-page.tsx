import { Insight, InsightErrors, InsightReports, insightDays, insightPath } from '@encre/protocol/insight'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SubmitButton } from '@encre/ui/submit-button'
import { TextField } from '@encre/ui/text-field'
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { CountersSection } from './counters-section.tsx'
import { formatTime } from './hours.ts'
import { messages } from './messages.ts'
import { RemoteSection } from './remote-section.tsx'
import { ReportsSection } from './reports-section.tsx'
import styles from './status-page.module.css'
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
    // If this fails, the next answer shows whether the session has ended.
    await signOut().catch(() => {})
    refresh()
  }

  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1 ref={title} tabIndex={-1}>
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
      {state.kind === 'shown' && <StatusContent status={state.status} onEnded={refresh} />}
    </main>
  )
}

function StatusContent({ status: { insight, errors, reports }, onEnded }: { status: Status; onEnded: () => void }) {
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
      {/* If this fails, the next answer still has the report. */}
      <ReportsSection
        reports={reports}
        onEnd={(report) =>
          endReported(report)
            .catch(() => {})
            .then(onEnded)
        }
      />
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

type StatusState = { kind: 'loading' } | { kind: 'signed-out' } | { kind: 'failed' } | { kind: 'shown'; status: Status }

/** Reads the status of the last `days`, and again on `refresh`. What is shown stays while it is read again. */
function useStatus(days: number): { state: StatusState; refresh: () => void } {
  const [state, setState] = useState<StatusState>({ kind: 'loading' })
  const [round, setRound] = useState(0)

  useEffect(() => {
    let isCurrent = true
    const show = (next: StatusState) => {
      if (isCurrent) setState(next)
    }
    // `round` asks again for the same days.
    void round
    readStatus(days).then(
      (status) => show(status ? { kind: 'shown', status } : { kind: 'signed-out' }),
      () => show({ kind: 'failed' }),
    )
    return () => {
      isCurrent = false
    }
  }, [days, round])

  return { state, refresh: useCallback(() => setRound((before) => before + 1), []) }
}

/** Exchanges a token for a session. The token stays in this form. */
function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [token, setToken] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [isPending, setIsPending] = useState(false)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setIsPending(true)
    setHasFailed(false)
    setRefusal(null)
    try {
      const outcome = await signIn(token.trim())
      if (outcome === 'signed-in') onSignedIn()
      else setRefusal(outcome === 'unknown-token' ? messages.unknownToken : messages.tooManyAttempts)
    } catch {
      setHasFailed(true)
    } finally {
      setIsPending(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <TextField
        label={messages.token}
        name="token"
        type="password"
        autoComplete="off"
        maxLength={200}
        hint={messages.tokenHint}
        value={token}
        onChange={setToken}
        error={refusal}
      />
      {hasFailed && <Notice kind="error" title={messages.failed} />}
      <SubmitButton busy={isPending} busyLabel={messages.signingIn}>
        {messages.signIn}
      </SubmitButton>
    </form>
  )
}

/** The kinds of errors, the most frequent first, each with its stack. */
function ErrorsSection({ errors }: { errors: InsightErrors['errors'] }) {
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

const timeoutMs = 20_000

/** What the operators' page shows. */
interface Status {
  insight: Insight
  errors: InsightErrors['errors']
  reports: InsightReports['reports']
}

/** Reads the status of the last `days`. Null without a session. Throws when the site does not answer. */
async function readStatus(days: number): Promise<Status | null> {
  const answers = await Promise.all([ask(`?days=${days}`), ask(`/errors?days=${days}`), ask('/reports')])
  if (answers.some(({ status }) => status === 401)) return null
  const [insight, errors, reports] = await Promise.all(answers.map(readJson))
  return { insight: Insight.parse(insight), ...InsightErrors.parse(errors), ...InsightReports.parse(reports) }
}

/** Starts a session with a token. Resolves to the reason when the site refuses. Throws when the site does not answer. */
async function signIn(token: string): Promise<'signed-in' | 'unknown-token' | 'too-many-attempts'> {
  const response = await ask('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  if (response.ok) return 'signed-in'
  if (response.status === 429) return 'too-many-attempts'
  if (response.status === 401 || response.status === 400) return 'unknown-token'
  throw new Error(`the sign-in was answered ${response.status}`)
}

async function endReported({ feature, id }: InsightReports['reports'][number]): Promise<void> {
  await ask(`/reports/${feature}/${id}`, { method: 'DELETE' })
}

async function signOut(): Promise<void> {
  await ask('/session', { method: 'DELETE' })
}

function ask(path: string, init?: RequestInit): Promise<Response> {
  return fetch(`${insightPath}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) })
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url} was answered ${response.status}`)
  return response.json()
}
