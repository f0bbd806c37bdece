import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { parse } from 'jsonc-parser'
import { expect, it } from 'vitest'
import * as z from 'zod'

const Worker = z.looseObject({ name: z.string() })
const Config = z.looseObject({ name: z.string(), env: z.record(z.string(), Worker) })

/** What an environment inherits from the top level. wrangler's documentation calls these inheritable keys. */
const inherited = [
  '$schema',
  'name',
  'main',
  'compatibility_date',
  'assets',
  'workers_dev',
  'preview_urls',
  'observability',
  'limits',
  'migrations',
  'env',
]

const folders = ['shell', ...listFeatureWorkers().map((name) => `workers/${name}`)]

it.each(folders)('%s declares every binding, setting and secret in both environments', (folder) => {
  const { env, ...local } = readConfig(folder)
  expect(Object.keys(env)).toEqual(['staging', 'production'])
  for (const [environment, worker] of Object.entries(env)) {
    for (const key of Object.keys(local).filter((name) => !inherited.includes(name))) {
      expect(listNames(worker[key]), `${key} of env.${environment} in ${folder}/wrangler.jsonc`).toEqual(listNames(local[key]))
    }
  }
})

it.each(folders)('%s is observed, limited and, but for the site itself, not reachable from outside', (folder) => {
  expect(readConfig(folder)).toMatchObject({ observability: { enabled: true }, limits: {}, workers_dev: false, preview_urls: false })
})

it('lets two environments live in one account: no name of a worker, a database, a bucket or a limiter is shared', () => {
  const names = (environment: string) =>
    folders
      .flatMap((folder) => [
        ...JSON.stringify(readConfig(folder).env[environment]).matchAll(
          /"(?:name|database_name|bucket_name|service|namespace_id)":"([^"]+)"/g,
        ),
      ])
      .map(([, name]) => name)
      // Durable Objects and limiters name their binding so.
      .filter((name) => !/^[A-Z_]+$/.test(name ?? ''))
  const production = new Set(names('production'))
  expect(production.size).toBeGreaterThanOrEqual(8)
  expect(names('staging').filter((name) => production.has(name))).toEqual([])
})

function readConfig(folder: string) {
  return z.parse(Config, parse(readFileSync(join(root, folder, 'wrangler.jsonc'), 'utf8')))
}

/** The binding names of a list of bindings, or the names of settings. */
function listNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'object' ? String(item.binding ?? item.name) : String(item))).sort()
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .flatMap(([name, item]) => (Array.isArray(item) ? [name, ...listNames(item)] : [name]))
    .sort()
}
