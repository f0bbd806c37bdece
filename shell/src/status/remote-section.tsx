import type { Insight } from '@encre/protocol/insight'
import { useMemo } from 'react'
import { DataTable } from './data-table.tsx'
import { closeSteps, formatTime, listHours } from './hours.ts'
import styles from './status-page.module.css'
import { type Line, TimeChart } from './time-chart.tsx'

type Remote = Insight['remotes'][number]

const kinds = [
  { key: 'ok', name: 'Loaded', tone: 'plain' },
  { key: 'loadFailures', name: 'Load failures', tone: 'bad' },
  { key: 'errors', name: 'Errors', tone: 'warning' },
  { key: 'silent', name: 'Silent', tone: 'soft' },
] as const

/** Versions with a chart of their own: a canary, the current version and the one before. */
const chartsPerRemote = 3

export function RemoteSection({ remote, since, at }: { remote: Remote; since: string; at: string }) {
  const { current, previous, canary } = remote
  const reported = remote.versions
    .map(({ version }) => version)
    .filter((version) => remote.reports.some((report) => report.version === version))
  return (
    <section className={styles.part} aria-labelledby={`remote-${remote.remote}`}>
      <h3 id={`remote-${remote.remote}`} className={styles.subtitle}>
        {remote.remote}
      </h3>
      <dl className={styles.facts}>
        {Object.entries({ Current: current, Canary: canary && `${canary.version} · ${canary.share} %`, Previous: previous }).map(
          ([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value ?? 'none'}</dd>
            </div>
          ),
        )}
      </dl>
      {reported.length === 0 && (
        <p className={styles.note}>
          No health report in this period. Pages always report failures, and successes while a canary is active.
        </p>
      )}
      {reported.slice(0, chartsPerRemote).map((version) => (
        <ReportsChart key={version} version={version} reports={remote.reports} since={since} at={at} />
      ))}
      <DataTable
        caption={`Versions: ${remote.remote}`}
        columns={['Version', 'Reports', 'Load failures', 'Errors', 'Silent', 'Author', 'Created']}
        rows={remote.versions.slice(0, 10).map((one) => ({
          key: one.version,
          cells: [one.version, one.visitors, one.loadFailures, one.errors, one.silent ?? 0, one.author, formatTime(one.createdAt)],
        }))}
      />
      <details className={styles.details}>
        <summary>History</summary>
        <ol className={styles.history}>
          {remote.history.slice(0, 30).map((entry) => (
            <li key={`${entry.at} ${entry.action} ${entry.version}`}>
              <time dateTime={entry.at}>{formatTime(entry.at)}</time> <b>{entry.action}</b> {entry.version}
              {entry.share !== null && ` · ${entry.share} %`} · {entry.author}
              {entry.reason && ` · ${entry.reason}`}
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}

function ReportsChart({ version, reports, since, at }: { version: string; reports: Remote['reports']; since: string; at: string }) {
  const { times, lines } = useMemo(() => {
    const own = reports.filter((report) => report.version === version)
    return drawReports(own, since, at)
  }, [version, reports, since, at])
  return <TimeChart label={`Health reports by hour: ${version}`} times={times} lines={lines} shape="steps" />
}

/** The reports on one version, with 0 for the hours without one. */
function drawReports(reports: Remote['reports'], since: string, at: string): { times: number[]; lines: Line[] } {
  const hours = listHours(since, at)
  const count = (hour: string, key: (typeof kinds)[number]['key']) => reports.find((report) => report.hour === hour)?.[key] ?? 0
  const { times, values } = closeSteps(
    hours,
    kinds.map(({ key }) => hours.map((hour) => count(hour, key))),
  )
  return { times, lines: kinds.map(({ name, tone }, index) => ({ name, tone, values: values[index] ?? [] })) }
}
