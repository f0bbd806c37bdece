import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Counter } from './feature.ts'
import { problem } from './problem.ts'
import { findRow } from './rows.ts'
import { isSecret, readBearer } from './secrets.ts'

/** A metric as Prometheus knows it, with its values for each set of labels. */
export interface MetricFamily {
  /** The start of the names of its values: a summary has `<name>_sum` and `<name>_count`. */
  name: string
  type: 'counter' | 'gauge' | 'summary'
  help: string
}

export function gauge(name: string, help: string): MetricFamily {
  return { name, type: 'gauge', help }
}

/** A value for each column of the one row that a statement reads, under the column's name. */
export async function readGauges(statement: D1PreparedStatement): Promise<Counter[]> {
  const row = await findRow(statement, z.record(z.string(), z.number()))
  return Object.entries(row ?? {}).map(([name, value]) => ({ name, labels: {}, value }))
}

/**
 * `GET /metrics` for Prometheus, with `Authorization: Bearer <METRICS_TOKEN>`. Throws if the token
 * is not set.
 */
export function createMetrics<Bindings extends { METRICS_TOKEN: string; DB: D1Database }>(
  families: readonly MetricFamily[],
  readValues: (env: Bindings) => Promise<Counter[]>,
) {
  return new Hono<{ Bindings: Bindings }>().get('/', async (c) => {
    const token = readBearer(c)
    if (!token || !(await isSecret(token, 'METRICS_TOKEN', c.env.METRICS_TOKEN))) {
      c.header('WWW-Authenticate', 'Bearer')
      return problem(c, 401, 'permission-denied')
    }
    const values = [...(await readValues(c.env)), await readSize(c.env.DB)]
    return c.body(writeMetrics([...families, databaseBytes], values), 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    })
  })
}

const databaseBytes = gauge(
  'encre_database_bytes',
  "Size of the worker's D1 database, which may have 10 GB.",
)

/** D1 says it with every answer. */
async function readSize(db: D1Database): Promise<Counter> {
  const { meta } = await db.prepare('select 1').run()
  return { name: databaseBytes.name, labels: {}, value: meta.size_after }
}

function writeMetrics(families: readonly MetricFamily[], values: Counter[]): string {
  const lines = families.flatMap(({ name, type, help }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...values
      .filter((value) => value.name.startsWith(name))
      .map((one) => `${one.name}${labels(one.labels)} ${one.value}`),
  ])
  return [...lines, ''].join('\n')
}

function labels(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return pairs.length > 0 ? `{${pairs}}` : ''
}
