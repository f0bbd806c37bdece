import type { Insight } from '@encre/releases/insight'
import { DataTable } from './data-table.tsx'
import styles from './status-page.module.css'

type Counted = NonNullable<Insight['answers']>

const classes = ['2xx', '3xx', '4xx', '5xx']

/** How the workers answered, by version. Only `5xx` is a failure of the site. */
export function AnswersSection({ answers }: { answers: Counted | null }) {
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" className={styles.title}>
        Answers of the workers
      </h2>
      {answers === null && <p className={styles.note}>The answers could not be read.</p>}
      {answers?.length === 0 && <p className={styles.note}>No answer has been counted.</p>}
      {answers && answers.length > 0 && (
        <DataTable
          caption="Answers by worker and version"
          columns={['Worker', 'Version', ...classes, 'Failing']}
          rows={listVersions(answers).map(({ worker, version, counts }) => ({
            key: `${worker} ${version}`,
            cells: [worker, version.slice(0, 8), ...counts, failing(counts)],
          }))}
        />
      )}
    </section>
  )
}

/** One row for each version, with its answers of each class. */
function listVersions(answers: Counted) {
  const versions = new Map<string, { worker: string; version: string; counts: number[] }>()
  for (const { worker, version, status, answers: count } of answers) {
    const key = `${worker} ${version}`
    const found = versions.get(key) ?? { worker, version, counts: classes.map(() => 0) }
    const index = classes.indexOf(status)
    if (index >= 0) found.counts[index] = (found.counts[index] ?? 0) + count
    versions.set(key, found)
  }
  return [...versions.values()].sort((one, other) => one.worker.localeCompare(other.worker))
}

function failing(counts: number[]): string {
  const all = counts.reduce((sum, count) => sum + count, 0)
  const failed = counts[classes.indexOf('5xx')] ?? 0
  return `${((failed / Math.max(1, all)) * 100).toFixed(2)} %`
}
