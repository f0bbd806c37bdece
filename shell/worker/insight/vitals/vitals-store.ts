import type { Insight, WebVital } from '@encre/releases/insight'
import { isoDate } from '@encre/worker/moment'
import { listRows } from '@encre/worker/rows'
import * as z from 'zod/mini'

interface MeasuredPage {
  remote: string
  version: string
  route: string
}

export async function countVitals(
  db: D1Database,
  page: MeasuredPage,
  buckets: { metric: string; bucket: number }[],
): Promise<void> {
  const insert = db.prepare(
    `insert into web_vitals (day, remote, version, route, metric, bucket, count) values (?, ?, ?, ?, ?, ?, 1)
     on conflict (day, remote, version, route, metric, bucket) do update set count = count + 1`,
  )
  const day = isoDate().slice(0, 10)
  const { remote, version, route } = page
  await db.batch(
    buckets.map(({ metric, bucket }) => insert.bind(day, remote, version, route, metric, bucket)),
  )
}

const Row = z.object({
  day: z.string(),
  remote: z.string(),
  version: z.string(),
  route: z.string(),
  metric: z.string(),
  bucket: z.number(),
  count: z.number(),
})
type Row = z.infer<typeof Row>

export async function listVitals(
  db: D1Database,
  date: string,
  remote: string | null,
): Promise<{ vitals: WebVital[]; vitalsByDay: Insight['vitalsByDay'] }> {
  const select = db.prepare(
    `select day, remote, version, route, metric, bucket, count from web_vitals
     where day >= ?1 and (?2 is null or remote = ?2) order by day, remote, route, version, metric`,
  )
  const rows = await listRows(select.bind(date.slice(0, 10), remote), Row)
  return { vitals: summarizePages(rows), vitalsByDay: summarizeDays(rows) }
}

function summarizePages(rows: Row[]): WebVital[] {
  const groups = Map.groupBy(rows, (row) =>
    [row.remote, row.version, row.route, row.metric].join(' '),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { remote, version, route, metric } = first
    return { remote, version, route, metric, ...summarize(metric, countBuckets(group)) }
  })
}

function summarizeDays(rows: Row[]): Insight['vitalsByDay'] {
  const groups = Map.groupBy(rows, (row) => [row.day, row.metric].join(' '))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { day, metric } = first
    const { pages, p75 } = summarize(metric, countBuckets(group))
    return { day, metric, pages, p75 }
  })
}

/** Pages by bucket. */
type Counts = ReadonlyMap<number, number>

function countBuckets(rows: Row[]): Counts {
  const counts = new Map<number, number>()
  for (const { bucket, count } of rows) {
    counts.set(bucket, (counts.get(bucket) ?? 0) + count)
  }
  return counts
}

interface Scale {
  /**
   * The largest value that web.dev calls good, and the bounds between the buckets. The last bucket
   * has no upper bound.
   */
  good: number
  bounds: readonly number[]
}

/**
 * Pages are counted in these buckets. Stored counts refer to a bucket by its number, so new bounds
 * need a new name of the metric.
 */
const scales: Record<string, Scale> = {
  lcp: {
    good: 2500,
    bounds: [250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2500, 3000, 4000, 6000, 10_000],
  },
  inp: { good: 200, bounds: [25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 2000] },
  cls: { good: 0.1, bounds: [0.001, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 1] },
}

export function bucketOf(metric: string, value: number): number {
  const bounds = scales[metric]?.bounds ?? []
  const bucket = bounds.findIndex((bound) => value <= bound)
  return bucket < 0 ? bounds.length : bucket
}

export function summarize(
  metric: string,
  counts: Counts,
): { pages: number; p75: number; good: number } {
  const { good, bounds } = scales[metric] ?? { good: 0, bounds: [] }
  const isGood = (bucket: number) => (bounds[bucket] ?? Number.POSITIVE_INFINITY) <= good
  let pages = 0
  let goodPages = 0
  for (const [bucket, count] of counts) {
    pages += count
    if (isGood(bucket)) goodPages += count
  }
  return {
    pages,
    p75: percentile(bounds, counts, 0.75 * pages),
    good: pages === 0 ? 0 : goodPages / pages,
  }
}

/** The value of the page with this rank, interpolated within its bucket. */
function percentile(bounds: readonly number[], counts: Counts, rank: number): number {
  let below = 0
  for (const [bucket, count] of [...counts].sort(([one], [other]) => one - other)) {
    if (below + count >= rank) {
      const lower = bounds[bucket - 1] ?? 0
      const upper = bounds[bucket] ?? lower
      const share = (rank - below) / count
      return Number((lower + (upper - lower) * share).toFixed(4))
    }
    below += count
  }
  return 0
}
