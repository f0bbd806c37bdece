import type { Insight } from '@encre/protocol/insight'
import { DataTable, formatTime } from './data-table.tsx'
import styles from './status-page.module.css'

type Counter = Insight['counters'][number]

export function CountersSection({ counters, since }: Pick<Insight, 'counters' | 'since'>) {
  const byHour = counters.flatMap((counter) => counter.byHour.map(({ hour, value }) => ({ hour, value, name: nameOf(counter) })))
  return (
    <section aria-labelledby="counters">
      <h2 id="counters" className={styles.title}>
        Counters
      </h2>
      {counters.length === 0 && <p className={styles.note}>No worker has counted anything.</p>}
      {counters.length > 0 && <RecordNote counters={counters} since={since} />}
      {counters.length > 0 && (
        <DataTable
          caption="Counters by name"
          columns={['Counter', 'In this period', 'Total']}
          rows={counters.map((counter) => ({
            key: nameOf(counter),
            cells: [nameOf(counter), counter.recordedSince ? round(growthOf(counter)) : '–', round(counter.total)],
          }))}
        />
      )}
      {byHour.length > 0 && (
        <details className={styles.details}>
          <summary>By hour</summary>
          <DataTable
            caption="Counters by hour"
            columns={['Hour', 'Counter', 'Growth']}
            rows={byHour
              .sort((one, other) => other.hour.localeCompare(one.hour))
              .map(({ hour, name, value }) => ({ key: `${hour} ${name}`, cells: [formatTime(`${hour}:00`), name, round(value)] }))}
          />
        </details>
      )}
    </section>
  )
}

/** Says from when on the figures of the period are known, if they do not cover it. */
function RecordNote({ counters, since }: { counters: Counter[]; since: string }) {
  const starts = counters.map(({ recordedSince }) => recordedSince)
  const latest = starts
    .filter((hour) => hour !== undefined)
    .sort()
    .at(-1)
  if (starts.includes(undefined))
    return <p className={styles.note}>The growth of a counter is known once the site has recorded it, within a minute.</p>
  if (!latest || latest <= since.slice(0, 13)) return null
  return (
    <p className={styles.note}>
      First recorded in the hour from {formatTime(`${latest}:00`)} UTC. What was counted before is in the total only.
    </p>
  )
}

function growthOf({ byHour }: Counter): number {
  return byHour.reduce((sum, { value }) => sum + value, 0)
}

function nameOf({ name, labels }: Counter): string {
  const described = Object.entries(labels)
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}=${value}`)
  return [name, ...described].join(' ')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
