import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { parse } from 'jsonc-parser'
import { expect, it } from 'vitest'
import * as z from 'zod'
import {
  type Environment,
  isPullRequest,
  listDeployedWorkers,
  readEnvironment,
} from './environments.ts'

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

/** What a worker of a site reads, writes and calls. */
const namesOf = (environment: Environment) =>
  listDeployedWorkers().flatMap((worker) =>
    [
      ...JSON.stringify(readEnvironment(worker, environment)).matchAll(
        /"(?:name|database_name|bucket_name|service|dataset|ANALYTICS_DATASET|namespace_id)":"(encre[^"]+|\d+)"/g,
      ),
    ].map(([, name = '']) => name),
  )

it('shares no worker, database, bucket, limiter or count between two sites of an account', () => {
  const sites = (['production', 'staging', 'pr-1', 'pr-12', 'drill'] as const).map(namesOf)
  expect(sites[0]?.length).toBeGreaterThanOrEqual(30)
  expect(sites.map(({ length }) => length)).toEqual(sites.map(() => sites[0]?.length))
  const own = sites.map((names) => new Set(names))
  const all = new Set(sites.flat())
  expect(own.reduce((sum, { size }) => sum + size, 0)).toBe(all.size)
})

it('names a pull request, and nothing else', () => {
  expect(['pr-1', 'pr-120'].every(isPullRequest)).toBe(true)
  for (const name of ['pr-', 'pr-0', 'pr-1x', 'pr-01', 'xpr-1', 'PR-1', 'pr-1 ', '', undefined]) {
    expect(isPullRequest(name), name).toBe(false)
  }
})

it("gives a pull request staging's settings, and never its database, also when its id is in the tree", () => {
  expect(readEnvironment('generator', 'pr-12')).toMatchObject({
    name: 'encre-generator-pr-12',
    services: [{ service: 'encre-gallery-pr-12' }],
    analytics_engine_datasets: [{ dataset: 'encre_answers_pr_12' }],
    vars: readEnvironment('generator', 'staging').vars,
  })
  const [database] = readEnvironment('gallery', 'pr-12').d1_databases
  expect(database).toMatchObject({ database_name: 'encre-gallery-pr-12' })
  expect(database.database_id).toBeUndefined()
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
