import { Hono } from 'hono'
import type { Counter } from './feature.ts'
import { problem } from './problem.ts'
import { isSecret } from './secrets.ts'

/** A metric as Prometheus knows it, with its values for each set of labels. */
export interface MetricFamily {
  /** The start of the names of its values: a summary has `<name>_sum` and `<name>_count`. */
  name: string
  type: 'counter' | 'gauge' | 'summary'
  help: string
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
    const token = c.req.header('authorization')?.match(/^Bearer (\S+)$/i)?.[1]
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

const databaseBytes: MetricFamily = {
  name: 'encre_database_bytes',
  type: 'gauge',
  help: "Size of the worker's D1 database, which may have 10 GB.",
}

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
