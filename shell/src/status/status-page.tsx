import {
  Insight,
  InsightErrors,
  InsightReports,
  insightDays,
  insightPath,
  type ReportDecision,
} from '@encre/releases/insight'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { SubmitButton } from '@encre/ui/submit-button'
import { useActionState, useCallback, useEffect, useRef, useState } from 'react'
import { AnswersSection } from './answers-section.tsx'
import { CountersSection } from './counters-section.tsx'
import { formatTime } from './data-table.tsx'
import { RemoteSection } from './remote-section.tsx'
import { ReportsSection } from './reports-section.tsx'
import styles from './status-page.module.css'
import { TokenField } from './token-field.tsx'
import { VitalsSection } from './vitals-section.tsx'

/**
 * `/status`: what operators see of the running site. A visitor without a token sees the form only.
 */
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
          Status
        </h1>
        {state.kind === 'shown' && (
          <div className={styles.tools}>
            <label className={styles.period}>
              Period
              <select
                className={styles.select}
                value={days}
                onChange={(event) => setDays(Number(event.target.value))}
              >
                <option value={1}>24 hours</option>
                <option value={7}>7 days</option>
                <option value={30}>30 days</option>
              </select>
            </label>
            <Button onClick={refresh}>Refresh</Button>
            <Button variant="quiet" onClick={handleSignOut}>
              Sign out
            </Button>
          </div>
        )}
      </header>
      {state.kind === 'loading' && <p className={styles.note}>Loading...</p>}
      {state.kind === 'signed-out' && <SignInForm onSignedIn={handleSignIn} />}
      {state.kind === 'failed' && (
        <Notice kind="error" title="The site did not answer">
          <p>Try again, or use the command: npm run release status</p>
          <Button onClick={refresh}>Refresh</Button>
        </Notice>
      )}
      {state.kind === 'shown' && <StatusContent status={state.status} onChanged={refresh} />}
    </main>
  )
}

function StatusContent({
  status: { insight, errors, reports },
  onChanged,
}: {
  status: Status
  onChanged: () => void
}) {
  const { holder, remotes, at } = insight
  const more = useMoreReports(reports)

  async function finish(change: Promise<string | null>) {
    const refusal = await change.catch(() => noAnswer)
    if (refusal === null) onChanged()
    return refusal
  }

  return (
    <>
      <p className={styles.note}>
        {holder.author} ({holder.remote ?? 'the whole site'}) · Updated {formatTime(at)} UTC
      </p>
      <section aria-labelledby="remotes">
        <h2 id="remotes" className={styles.title}>
          Remotes
        </h2>
        {remotes.length === 0 && <p className={styles.note}>No remote has been released.</p>}
        {remotes.toSorted(byTrouble).map((remote) => (
          <RemoteSection
            key={remote.remote}
            remote={remote}
            onRollBack={(...change) => finish(rollBack(...change))}
          />
        ))}
      </section>
      <ReportsSection {...more} onDecide={(...change) => finish(decideReport(...change))} />
      <ErrorsSection errors={errors} />
      <VitalsSection insight={insight} />
      {insight.answers !== undefined && <AnswersSection answers={insight.answers} />}
      <CountersSection counters={insight.counters} />
    </>
  )
}

/** A canary that does worse comes first, then what failed most, then the other canaries. */
function byTrouble(one: Remote, other: Remote): number {
  return (
    Number(other.verdict?.isWorse ?? false) - Number(one.verdict?.isWorse ?? false) ||
    countFailures(other) - countFailures(one) ||
    Number(other.verdict !== undefined) - Number(one.verdict !== undefined)
  )
}

/** Of the versions that visitors get. */
function countFailures({ current, canary, reports }: Remote): number {
  return reports
    .filter(({ version }) => version === current || version === canary?.version)
    .reduce((sum, { loadFailures, errors, silent }) => sum + loadFailures + errors + silent, 0)
}

type StatusState =
  | { kind: 'loading' }
  | { kind: 'signed-out' }
  | { kind: 'failed' }
  | { kind: 'shown'; status: Status }

/**
 * Reads the status of the last `days`, and again on `refresh`. What is shown stays while it is read
 * again.
 */
function useStatus(days: number): { state: StatusState; refresh: () => void } {
  const [state, setState] = useState<StatusState>({ kind: 'loading' })
  const [round, setRound] = useState(0)

  useEffect(() => {
    let isCurrent = true
    // `round` asks again for the same days.
    void round
    readStatus(days)
      .then<StatusState>((status) => (status ? { kind: 'shown', status } : { kind: 'signed-out' }))
      .catch((): StatusState => ({ kind: 'failed' }))
      .then((next) => isCurrent && setState(next))
    return () => {
      isCurrent = false
    }
  }, [days, round])

  return { state, refresh: useCallback(() => setRound((before) => before + 1), []) }
}

function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [token, setToken] = useState('')
  const [refusal, submit, isPending] = useActionState<string | null>(async () => {
    const refusal = await signIn(token.trim()).catch(() => noAnswer)
    if (!refusal) onSignedIn()
    return refusal
  }, null)

  return (
    <form className={styles.form} action={submit}>
      <TokenField
        hint="A release token of your team or of the platform. The session lasts an hour, and only reads."
        value={token}
        onChange={setToken}
        error={refusal}
      />
      <SubmitButton busy={isPending} busyLabel="Signing in...">
        Sign in
      </SubmitButton>
    </form>
  )
}

function ErrorsSection({ errors }: { errors: InsightErrors['errors'] }) {
  return (
    <section aria-labelledby="errors">
      <h2 id="errors" className={styles.title}>
        Errors in pages
      </h2>
      {errors.length === 0 && <p className={styles.note}>No error in this period.</p>}
      {errors.map((error) => (
        <details key={error.id} className={styles.details}>
          <summary>
            <b>{error.count} ×</b> {error.message}
            <span className={styles.origin}>
              {error.remote} {error.version} · {error.route} · {formatTime(error.lastAt)}
            </span>
            {error.suspects && (
              <b className={styles.suspects}>
                {error.suspected} of {error.count} after {error.suspects}, which is new
              </b>
            )}
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a stack scrolls, so the keyboard must reach it. */}
          <pre className={styles.stack} tabIndex={0}>
            {error.stack || error.message}
          </pre>
          {!error.isReadable && <p className={styles.note}>Not every frame has a source map.</p>}
        </details>
      ))}
    </section>
  )
}

const timeoutMs = 20_000
const noAnswer = 'The site did not answer'

type Report = InsightReports['reports'][number]
type Remote = Insight['remotes'][number]

/** The reports after those of the first page, which are read one page at a time. */
function useMoreReports(first: InsightReports) {
  const [later, setLater] = useState<{ first: InsightReports; pages: InsightReports[] }>({
    first,
    pages: [],
  })
  const pages = [first, ...(later.first === first ? later.pages : [])]

  async function readPage() {
    const answer = await readJson(await ask(`/reports?page=${pages.length}`))
    setLater({ first, pages: [...pages.slice(1), InsightReports.parse(answer)] })
  }

  return {
    reports: pages.flatMap(({ reports }) => reports),
    unread: [...new Set(pages.flatMap(({ unread }) => unread))],
    // If this fails, the button stays.
    onMore: pages.at(-1)?.hasMore ? () => void readPage().catch(() => {}) : undefined,
  }
}

interface Status {
  insight: Insight
  errors: InsightErrors['errors']
  reports: InsightReports
}

async function readStatus(days: number): Promise<Status | null> {
  const answers = await Promise.all([
    ask(`?days=${days}`),
    ask(`/errors?days=${days}`),
    ask('/reports'),
  ])
  if (answers.some(({ status }) => status === 401)) return null
  const [insight, errors, reports] = await Promise.all(answers.map(readJson))
  return {
    insight: Insight.parse(insight),
    ...InsightErrors.parse(errors),
    reports: InsightReports.parse(reports),
  }
}

/** Starts a session. Resolves to the refusal, or null. Throws when the site does not answer. */
async function signIn(token: string): Promise<string | null> {
  return refusalOf(await post(`${insightPath}/session`, { token }))
}

async function decideReport(
  { feature, id }: Report,
  decision: ReportDecision,
  token: string,
): Promise<string | null> {
  const answer = await post(`${insightPath}/reports/${feature}/${id}`, decision, token)
  // Another operator has decided it.
  return answer.status === 404 ? null : refusalOf(answer)
}

/** Ends the canary, or gives everyone the version before, if nothing has changed since. */
async function rollBack({ remote, revision }: Remote, token: string): Promise<string | null> {
  const body = { reason: 'from /status', revision }
  const answer = await post(`/api/releases/${remote}/rollback`, body, token)
  if (answer.status === 403) return 'This token is not valid for this remote.'
  if (answer.status === 409 || answer.status === 412)
    return 'Somebody else changed it first. Cancel, and look again.'
  return refusalOf(answer)
}

function refusalOf({ ok, status }: Response): string | null {
  if (ok) return null
  if (status === 429) return 'Too many attempts. Try again in a minute.'
  if (status === 401 || status === 400) return 'The site does not know this token.'
  throw new Error(`the token was answered ${status}`)
}

async function signOut(): Promise<void> {
  await ask('/session', { method: 'DELETE' })
}

/** With a token for what the session, which only reads, may not do. */
function post(address: string, body: object, token?: string): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
}

function ask(path: string, init?: RequestInit): Promise<Response> {
  return fetch(`${insightPath}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) })
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url} was answered ${response.status}`)
  return response.json()
}
