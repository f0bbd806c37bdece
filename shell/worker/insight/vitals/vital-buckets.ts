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

/** The number of the bucket of a value, from 0. */
export function bucketOf(metric: string, value: number): number {
  const bounds = scales[metric]?.bounds ?? []
  const bucket = bounds.findIndex((bound) => value <= bound)
  return bucket < 0 ? bounds.length : bucket
}

/** Reads a histogram of page counts by bucket: the number of pages, the 75th percentile and the share of good pages. */
export function summarize(metric: string, counts: ReadonlyMap<number, number>): { pages: number; p75: number; good: number } {
  const { good, bounds } = scales[metric] ?? { good: 0, bounds: [] }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const goodPages = [...counts]
    .filter(([bucket]) => (bounds[bucket] ?? Number.POSITIVE_INFINITY) <= good)
    .reduce((sum, [, count]) => sum + count, 0)
  return { pages: total, p75: percentile(bounds, counts, 0.75 * total), good: total === 0 ? 0 : goodPages / total }
}

/** The value below which `rank` pages are, as if the pages of a bucket were spread evenly in it. */
function percentile(bounds: readonly number[], counts: ReadonlyMap<number, number>, rank: number): number {
  let below = 0
  for (const [bucket, count] of [...counts].sort(([one], [other]) => one - other)) {
    const lower = bounds[bucket - 1] ?? 0
    // Nothing is known about the last bucket but its lower bound.
    const upper = bounds[bucket] ?? lower
    if (below + count >= rank) return Number((lower + (upper - lower) * ((rank - below) / count)).toFixed(4))
    below += count
  }
  return 0
}
