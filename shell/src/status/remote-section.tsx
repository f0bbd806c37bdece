import type { Insight } from '@encre/releases/insight'
import { Button } from '@encre/ui/button'
import { useState } from 'react'
import { DataTable, formatTime } from './data-table.tsx'
import styles from './status-page.module.css'
import { TokenDialog } from './token-field.tsx'

type Remote = Insight['remotes'][number]

interface RemoteSectionProps {
  remote: Remote
  /** Resolves to the refusal, or null. */
  onRollBack: (remote: Remote, token: string) => Promise<string | null>
}

export function RemoteSection({ remote, onRollBack }: RemoteSectionProps) {
  const [asks, setAsks] = useState(false)
  const { current, previous, canary, verdict, needs = [] } = remote
  return (
    <section className={styles.part} aria-labelledby={`remote-${remote.remote}`}>
      <h3 id={`remote-${remote.remote}`} className={styles.subtitle}>
        {remote.remote}
      </h3>
      {verdict && (
        <p className={verdict.isWorse ? styles.trouble : styles.verdict}>
          {remote.remote} {verdict.text}
        </p>
      )}
      {needs.map((need) => (
        <p key={need} className={styles.note}>
          {need}
        </p>
      ))}
      <dl className={styles.facts}>
        {Object.entries({
          Current: current,
          Canary: canary && `${canary.version} · ${canary.share} %`,
          Previous: previous,
        }).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? 'none'}</dd>
          </div>
        ))}
      </dl>
      {(current || canary) && (
        <p>
          <Button onClick={() => setAsks(true)}>Roll back {remote.remote}</Button>
        </p>
      )}
      {asks && (
        <TokenDialog
          question={askRollback(remote)}
          onCancel={() => setAsks(false)}
          onConfirm={async (token) => {
            const refusal = await onRollBack(remote, token)
            if (refusal === null) setAsks(false)
            return refusal
          }}
        />
      )}
      <Versions remote={remote} />
      <History remote={remote} />
    </section>
  )
}

function Versions({ remote }: { remote: Remote }) {
  const { reports } = remote
  return (
    <>
      {reports.length === 0 && (
        <p className={styles.note}>
          No health report in this period. Pages always report failures, and successes while a
          canary is active.
        </p>
      )}
      <DataTable
        caption={`Versions: ${remote.remote}`}
        columns={['Version', 'Reports', 'Load failures', 'Errors', 'Silent', 'Author', 'Created']}
        rows={remote.versions.slice(0, 10).map((one) => ({
          key: one.version,
          cells: [
            one.version,
            one.visitors,
            one.loadFailures,
            one.errors,
            one.silent,
            one.author,
            formatTime(one.createdAt),
          ],
        }))}
      />
      <details className={styles.details}>
        <summary>Health reports by hour</summary>
        <DataTable
          caption={`Health reports by hour: ${remote.remote}`}
          columns={['Hour', 'Version', 'Loaded', 'Load failures', 'Errors', 'Silent']}
          rows={reports.toReversed().map(({ hour, version, ok, loadFailures, errors, silent }) => ({
            key: `${hour} ${version}`,
            cells: [formatTime(`${hour}:00`), version, ok, loadFailures, errors, silent],
          }))}
        />
      </details>
    </>
  )
}

function History({ remote }: { remote: Remote }) {
  return (
    <details className={styles.details}>
      <summary>History</summary>
      <ol className={styles.history}>
        {remote.history.slice(0, 30).map((entry) => (
          <li key={`${entry.at} ${entry.action} ${entry.version}`}>
            <time dateTime={entry.at}>{formatTime(entry.at)}</time> <b>{entry.action}</b>{' '}
            {entry.version}
            {entry.share !== null && ` · ${entry.share} %`} · {entry.author}
            {entry.reason && ` · ${entry.reason}`}
          </li>
        ))}
      </ol>
    </details>
  )
}

function askRollback({ remote, current, previous, canary }: Remote): string {
  if (canary) return `End the canary ${canary.version} of ${remote}, which ${canary.share} % have?`
  if (previous) return `Give everyone ${previous} of ${remote} instead of ${current}?`
  return `Take ${remote} away from everyone?`
}
