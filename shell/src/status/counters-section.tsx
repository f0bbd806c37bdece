import type { Insight } from '@encre/releases/insight'
import { DataTable } from './data-table.tsx'
import styles from './status-page.module.css'

type Counter = Insight['counters'][number]

/**
 * How often something happened since the site counts it. `/api/<feature>/metrics` has the same
 * figures for Prometheus.
 */
export function CountersSection({ counters }: { counters: Counter[] }) {
  return (
    <section aria-labelledby="counters">
      <h2 id="counters" className={styles.title}>
        Counters
      </h2>
      {counters.length === 0 && <p className={styles.note}>No worker has counted anything.</p>}
      {counters.length > 0 && (
        <DataTable
          caption="Counters by name"
          columns={['Counter', 'Total']}
          rows={counters.map((counter) => ({
            key: nameOf(counter),
            cells: [nameOf(counter), round(counter.total)],
          }))}
        />
      )}
    </section>
  )
}

function nameOf({ name, labels }: Counter): string {
  const described = Object.entries(labels)
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}=${value}`)
  return [name, ...described].join(' ')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
