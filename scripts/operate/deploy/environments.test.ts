import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { parse } from 'jsonc-parser'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { listDeployedWorkers, readEnvironment } from './environments.ts'

const Worker = z.looseObject({ name: z.string() })
const Config = z.looseObject({ name: z.string(), env: z.record(z.string(), Worker) })

const folders = ['shell', ...listFeatureWorkers().map((name) => `workers/${name}`)]

// wrangler makes optional what one of the environments lacks.
it.each(folders)('%s declares every binding, setting and secret in both environments', (folder) => {
  expect(Object.keys(readConfig(folder).env)).toEqual(['staging', 'production'])
  expect(
    readFileSync(join(root, folder, 'worker-configuration.d.ts'), 'utf8').match(/^\t\w+\?: .*$/gm),
  ).toBeNull()
})

it.each(folders)(
  '%s is observed and, but for the site itself, not reachable from outside',
  (folder) => {
    expect(readConfig(folder)).toMatchObject({
      observability: { enabled: true },
      workers_dev: false,
      preview_urls: false,
    })
  },
)

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

it('keeps tokens in paths and signatures in queries out of traces and exports', () => {
  for (const worker of listDeployedWorkers()) {
    const { observability } = readEnvironment(worker, 'production')
    expect(observability.redact_query_string, worker).toBe(true)
    // Links, previews, downloads and archives have their token in the path of these.
    expect(observability.traces?.enabled ?? false, worker).toBe(worker === 'generator')
  }
})
