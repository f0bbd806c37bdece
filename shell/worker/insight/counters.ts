import type { Insight } from '@encre/protocol/insight'
import { withTimeout } from '@encre/protocol/timeout'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import type { Counter } from '@encre/worker/feature'
import { logError } from '@encre/worker/log'
import * as z from 'zod/mini'
import { listFeatures } from '../features/features.ts'

const Labels = z.record(z.string(), z.string())

/** `2026-11-21T14`: the UTC hour of a date. */
export function hourOf(date: Date): string {
  return date.toISOString().slice(0, 13)
}

export async function hasCountersOf(db: D1Database, hour: string): Promise<boolean> {
  return (await db.prepare('select 1 from feature_counters where hour = ? limit 1').bind(hour).first()) !== null
}

/** Stands for a worker that has counted nothing so far. Its later counters have grown from 0. */
const nothing: Counter = { name: '', labels: {}, value: 0 }

export async function saveCounters(db: D1Database, hour: string, features: FeatureCounters[]): Promise<void> {
  const insert = db.prepare('insert or ignore into feature_counters (hour, feature, name, labels, value) values (?, ?, ?, ?, ?)')
  const rows = features.flatMap(({ feature, counters }) =>
    (counters.length > 0 ? counters : [nothing]).map(({ name, labels, value }) =>
      insert.bind(hour, feature, name, JSON.stringify(labels), value),
    ),
  )
  if (rows.length > 0) await db.batch(rows)
}

/** How much each counter grew in each hour since `date`, from the feature's first record on. Hours without growth are left out. */
export async function listGrowth(db: D1Database, date: Date, now: FeatureCounters[]): Promise<Insight['counters']> {
  const { results } = await db
    .prepare('select hour, feature, name, labels, value from feature_counters where hour >= ? order by hour')
    .bind(hourOf(date))
    .all<{ hour: string; feature: string; name: string; labels: string; value: number }>()
  const saved = results.map(({ labels, ...row }) => ({ ...row, labels: z.parse(Labels, JSON.parse(labels)) }))
  const counters = now.flatMap(({ feature, counters }) => counters.map((counter) => ({ feature, ...counter })))
  return counters.map(({ feature, name, labels, value }) => {
    const records = saved.filter((row) => row.feature === feature)
    const own = new Map(records.filter((row) => row.name === name && isSame(row.labels, labels)).map((row) => [row.hour, row.value]))
    // A worker leaves out a counter that is still 0.
    const starts = [...new Set(records.map((row) => row.hour))].map((hour) => ({ hour, value: own.get(hour) ?? 0 }))
    const byHour = starts
      .map(({ hour, value: start }, index) => ({ hour, value: (starts[index + 1]?.value ?? value) - start }))
      .filter((growth) => growth.value > 0)
    return { feature, name, labels, total: value, byHour, recordedSince: starts[0]?.hour }
  })
}

function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  const sorted = (labels: Record<string, string>) => JSON.stringify(Object.entries(labels).sort())
  return sorted(one) === sorted(other)
}

interface FeatureCounters {
  feature: string
  counters: Counter[]
}

export async function readCounters(env: Env): Promise<FeatureCounters[]> {
  const answers = await Promise.all(
    listFeatures(env).map(async ({ name: feature, worker }) => {
      try {
        return [{ feature, counters: await withTimeout(worker.readCounters(), dependencyTimeoutMs, `the counters of ${feature}`) }]
      } catch (error) {
        logError(error, { event: 'counters', feature })
        return []
      }
    }),
  )
  return answers.flat()
}
