import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { expect, it } from 'vitest'
import {
  type Environment,
  folderOf,
  isPullRequest,
  listDeployedWorkers,
  readConfig,
  readEnvironment,
} from './environments.ts'

const workers = listDeployedWorkers()

// wrangler makes optional what one of the environments lacks.
it.each(workers)('%s declares every binding, setting and secret in both environments', (worker) => {
  expect(Object.keys(readConfig(worker).env)).toEqual(['staging', 'production'])
  const types = readFileSync(join(root, folderOf(worker), 'worker-configuration.d.ts'), 'utf8')
  expect(types.match(/^\t\w+\?: .*$/gm)).toBeNull()
})

it.each(workers)(
  '%s is observed, without tokens in paths and signatures in queries, and not reachable beside the site',
  (worker) => {
    const { observability, ...others } = readEnvironment(worker, 'production')
    expect(others).toMatchObject({ workers_dev: false, preview_urls: false })
    expect(observability).toMatchObject({ enabled: true, redact_query_string: true })
    // Links, previews, downloads and archives have their token in the path of the others.
    expect(observability.traces?.enabled ?? false).toBe(worker === 'generator')
  },
)

/** What a worker of a site reads, writes and calls. */
const namesOf = (environment: Environment) =>
  workers.flatMap((worker) =>
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
