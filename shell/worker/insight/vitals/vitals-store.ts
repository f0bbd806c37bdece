import type { Insight, WebVital } from '@encre/protocol/insight'

interface MeasuredPage {
  remote: string
  version: string
  route: string
}

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

interface Scale {
  /** The largest value that web.dev calls good, and the bounds between the buckets. The last bucket has no upper bound. */
  good: number
  bounds: readonly number[]
}

/** Pages are counted in these buckets. Stored counts refer to a bucket by its number, so new bounds need a new name of the metric. */
const scales: Record<string, Scale> = {
  lcp: { good: 2500, bounds: [250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2500, 3000, 4000, 6000, 10_000] },
  inp: { good: 200, bounds: [25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 2000] },
  cls: { good: 0.1, bounds: [0.001, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 1] },
}

export function bucketOf(metric: string, value: number): number {
  const bounds = scales[metric]?.bounds ?? []
  const bucket = bounds.findIndex((bound) => value <= bound)
  return bucket < 0 ? bounds.length : bucket
}

export function summarize(metric: string, counts: ReadonlyMap<number, number>): { pages: number; p75: number; good: number } {
  const { good, bounds } = scales[metric] ?? { good: 0, bounds: [] }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const goodPages = [...counts]
    .filter(([bucket]) => (bounds[bucket] ?? Number.POSITIVE_INFINITY) <= good)
    .reduce((sum, [, count]) => sum + count, 0)
  return { pages: total, p75: percentile(bounds, counts, 0.75 * total), good: total === 0 ? 0 : goodPages / total }
}

function percentile(bounds: readonly number[], counts: ReadonlyMap<number, number>, rank: number): number {
  let below = 0
  for (const [bucket, count] of [...counts].sort(([one], [other]) => one - other)) {
    const lower = bounds[bucket - 1] ?? 0
    const upper = bounds[bucket] ?? lower
    if (below + count >= rank) return Number((lower + (upper - lower) * ((rank - below) / count)).toFixed(4))
    below += count
  }
  return 0
}
