import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.optional(z.string()),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string() }),
        }),
      ),
    }),
  ),
})
const Module = z.object({ metrics: z.custom<{ request(path: string, init: RequestInit, env: object): Promise<Response> }>() })

/** A database without rows. */
const statement = { bind: () => statement, all: async () => ({ results: [] }), first: async () => null }
const emptyDatabase = { prepare: () => statement, batch: async (list: unknown[]) => list.map(() => ({ results: [] })) }

async function listMetrics(): Promise<string[]> {
  const names: string[] = []
  const paths = ['shell/worker/metrics.ts', ...listFeatureWorkers().map((name) => `workers/${name}/src/metrics.ts`)]
  // A feature may have nothing to count.
  for (const path of paths.filter((one) => existsSync(join(root, one)))) {
    const { metrics } = Module.parse(await import(pathToFileURL(join(root, path)).href))
    const env = { METRICS_TOKEN: 'token', DB: emptyDatabase }
    const text = await (await metrics.request('/', { headers: { authorization: 'Bearer token' } }, env)).text()
    for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      names.push(...(type === 'summary' ? [`${name}_sum`, `${name}_count`] : [name]))
    }
  }
  return names
}

it('the rules ask only for values that a worker answers, and the page explains every rule', async () => {
  const { groups } = Rules.parse(parse(readFileSync(join(root, 'docs/alerts.rules.yml'), 'utf8')))
  const rules = groups.flatMap((group) => group.rules)
  const known = await listMetrics()
  expect(known.length).toBeGreaterThan(10)
  const asked = rules.flatMap(({ expr }) => expr.match(/\bencre_[a-z_]+/g) ?? [])
  expect(asked.filter((name) => !known.includes(name))).toEqual([])
  const page = readFileSync(join(root, 'docs/alerts.md'), 'utf8')
  expect(rules.map(({ alert }) => alert).filter((alert) => !page.includes(alert))).toEqual([])
})
