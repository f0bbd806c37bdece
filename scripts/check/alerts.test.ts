import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { parse as parseJsonc } from 'jsonc-parser'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import type { GenerationFailure } from '../../workers/generator/src/contract.ts'

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
/** A panel of another source than Prometheus has no `expr`. */
const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string().default('') })) })),
})

const Module = z.object({
  metrics: z.custom<{ request(path: string, init: RequestInit, env: object): Promise<Response> }>(),
})

const Configuration = z.object({
  vars: z.record(z.string(), z.string()),
  secrets: z.object({ required: z.array(z.string()) }),
})

/** The settings that a worker's configuration declares. */
function settingsOf(folder: string): Record<string, string> {
  const text = readFileSync(join(root, folder, 'wrangler.jsonc'), 'utf8')
  const { vars, secrets } = Configuration.parse(parseJsonc(text))
  const known = secrets.required.map((name) => [name, 'a-secret-for-tests-only'])
  return { ...vars, ...Object.fromEntries(known), METRICS_TOKEN: 'token' }
}

const statement = {
  bind: () => statement,
  all: async () => ({ results: [] }),
  first: async () => null,
  run: async () => ({ meta: { size_after: 0 } }),
}
const emptyDatabase = {
  prepare: () => statement,
  batch: async (list: unknown[]) => list.map(() => ({ results: [] })),
}

function readRules() {
  const { groups } = Rules.parse(parse(readFileSync(join(root, 'docs/alerts.rules.yml'), 'utf8')))
  return groups.flatMap((group) => group.rules)
}

async function listMetrics(): Promise<string[]> {
  const names: string[] = []
  const workers = [
    { folder: 'shell', path: 'shell/worker/insight/metrics.ts' },
    ...listFeatureWorkers().map((name) => ({
      folder: `workers/${name}`,
      path: `workers/${name}/src/metrics.ts`,
    })),
  ]
  // A feature may have nothing to count.
  for (const { folder, path } of workers.filter((one) => existsSync(join(root, one.path)))) {
    const { metrics } = Module.parse(await import(pathToFileURL(join(root, path)).href))
    const env = { ...settingsOf(folder), DB: emptyDatabase, RELEASES: { head: async () => null } }
    const text = await (
      await metrics.request('/', { headers: { authorization: 'Bearer token' } }, env)
    ).text()
    for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      names.push(...(type === 'summary' ? [`${name}_sum`, `${name}_count`] : [name]))
    }
  }
  return names
}

const isByMember: Record<GenerationFailure, boolean> = {
  'moderation-blocked': true,
  'words-refused': true,
  'attempts-exhausted': true,
  'unknown-reference': true,
  // The member asked for what the server does not offer, and the page stops offering it.
  'references-unsupported': true,
  'no-image': false,
  'invalid-image': false,
  'provider-busy': false,
  'provider-exhausted': false,
  'provider-unavailable': false,
  'provider-unreadable': false,
  'provider-misconfigured': false,
  'save-failed': false,
  internal: false,
}

it('generations wake somebody for every failure that the member did not cause, and for no other', () => {
  const { expr = '' } = readRules().find(({ alert }) => alert === 'GenerationsFail') ?? {}
  const patterns = [...expr.matchAll(/problem=~"([^"]+)"/g)].map(
    ([, pattern]) => new RegExp(`^(${pattern})$`),
  )
  expect(patterns).toHaveLength(2)
  for (const [problem, byMember] of Object.entries(isByMember)) {
    for (const pattern of patterns) {
      expect([problem, pattern.test(problem)]).toEqual([problem, !byMember])
    }
  }
})

it('a ticket names its first command, or where to look', () => {
  const tickets = readRules().filter(({ labels }) => labels.severity === 'ticket')
  const summaries = tickets.map(({ annotations }) => annotations.summary)
  const isStep = /npm run |gh workflow |GET |\/status|docs\//
  expect(summaries.filter((summary) => !isStep.test(summary))).toEqual([])
})

it('pages wake somebody for failures of every kind', () => {
  const { expr = '' } = readRules().find(({ alert }) => alert === 'PagesFail') ?? {}
  expect(expr).toMatch(/encre_page_failures\)/)
})

it('the rules and the dashboard ask only for values that a worker answers, and the page explains every rule', async () => {
  const rules = readRules()
  const known = await listMetrics()
  expect(known.length).toBeGreaterThan(10)
  const dashboard = Dashboard.parse(
    JSON.parse(readFileSync(join(root, 'docs/grafana.json'), 'utf8')),
  )
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const used = [...rules.map(({ expr }) => expr), ...shown].flatMap(
    (expr) => expr.match(/\bencre_[a-z_]+/g) ?? [],
  )
  expect(used.filter((name) => !known.includes(name))).toEqual([])
  const page = readFileSync(join(root, 'docs/alerts.md'), 'utf8')
  expect(rules.map(({ alert }) => alert).filter((alert) => !page.includes(alert))).toEqual([])
})
