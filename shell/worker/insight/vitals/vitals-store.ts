import type { Insight, WebVital } from '@encre/protocol/insight'
import { summarize } from './vital-buckets.ts'

export interface MeasuredPage {
  remote: string
  version: string
  route: string
}

/** Counts one page in the buckets of what it measured. */
export async function countVitals(db: D1Database, page: MeasuredPage, buckets: { metric: string; bucket: number }[]): Promise<void> {
  const insert = db.prepare(
    `insert into web_vitals (day, remote, version, route, metric, bucket, count) values (?, ?, ?, ?, ?, ?, 1)
     on conflict (day, remote, version, route, metric, bucket) do update set count = count + 1`,
  )
  const day = new Date().toISOString().slice(0, 10)
  await db.batch(buckets.map(({ metric, bucket }) => insert.bind(day, page.remote, page.version, page.route, metric, bucket)))
}

interface Row {
  day: string
  remote: string
  version: string
  route: string
  metric: string
  bucket: number
  count: number
}

/** The web vitals since the day of `date`, by page and version, and by day. `remote` limits them to one remote, null does not. */
export async function listVitals(
  db: D1Database,
  date: Date,
  remote: string | null,
): Promise<{ vitals: WebVital[]; vitalsByDay: Insight['vitalsByDay'] }> {
  const { results } = await db
    .prepare(
      `select day, remote, version, route, metric, bucket, count from web_vitals
       where day >= ?1 and (?2 is null or remote = ?2) order by day, remote, route, version, metric`,
    )
    .bind(date.toISOString().slice(0, 10), remote)
    .all<Row>()
  const byPage = groupRows(results, (row) => [row.remote, row.version, row.route, row.metric])
  const byDay = groupRows(results, (row) => [row.day, row.metric])
  return {
    vitals: byPage.map(({ first: { remote, version, route, metric }, counts }) => ({
      remote,
      version,
      route,
      metric,
      ...summarize(metric, counts),
    })),
    vitalsByDay: byDay.map(({ first: { day, metric }, counts }) => {
      const { pages, p75 } = summarize(metric, counts)
      return { day, metric, pages, p75 }
    }),
  }
}

/** Adds up the buckets of the rows with the same key, in the order of their first rows. */
function groupRows(rows: Row[], keyOf: (row: Row) => string[]): { first: Row; counts: Map<number, number> }[] {
  const groups = new Map<string, { first: Row; counts: Map<number, number> }>()
  for (const row of rows) {
    const key = keyOf(row).join(' ')
    const group = groups.get(key) ?? { first: row, counts: new Map() }
    group.counts.set(row.bucket, (group.counts.get(row.bucket) ?? 0) + row.count)
    groups.set(key, group)
  }
  return [...groups.values()]
}

export async function deleteVitalsBefore(db: D1Database, date: Date): Promise<number> {
  const { meta } = await db.prepare('delete from web_vitals where day < ?').bind(date.toISOString().slice(0, 10)).run()
  return meta.changes
}
