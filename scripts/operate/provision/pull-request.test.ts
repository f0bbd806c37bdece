import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { beforeEach, expect, it } from 'vitest'
import { createFolder } from '../../lib/testing/scratch-folder.ts'
import { readAccount } from '../cloudflare/account.ts'
import { type FakeCloudflare, startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import {
  type Environment,
  folderOf,
  isPullRequest,
  listDeployedWorkers,
  readEnvironment,
} from '../deploy/environments.ts'
import { openStorage } from '../storage/site-storage.ts'
import { provision } from './provision.ts'
import { removeSite } from './remove-site.ts'

let cloudflare: FakeCloudflare
let tree: string
beforeEach(async () => {
  cloudflare = await startFakeCloudflare()
  cloudflare.zones.push('encre.tattoo')
  tree = createFolder()
  for (const worker of listDeployedWorkers()) {
    const path = join(folderOf(worker), 'wrangler.jsonc')
    cpSync(join(root, path), join(tree, path))
  }
})

const say = () => {}
const create = (environment: Environment) =>
  provision({
    account: readAccount(cloudflare.variables),
    environment,
    settings: { SITE_ORIGIN: `https://${environment}.encre.tattoo` },
    isPlan: false,
    say,
    tree,
  })
const remove = async (environment: Environment) =>
  removeSite(
    readAccount(cloudflare.variables),
    environment,
    await openStorage(environment, cloudflare.variables),
    say,
  )
const listNames = () => [
  ...[...cloudflare.databases.values()].map(({ name }) => name),
  ...cloudflare.buckets.keys(),
  ...cloudflare.scripts.keys(),
  ...cloudflare.domains.keys(),
]

/** What a worker reads, writes and calls. */
const namesOf = (environment: Environment): string[] =>
  listDeployedWorkers().flatMap((worker) =>
    [
      ...JSON.stringify(readEnvironment(worker, environment)).matchAll(
        /"(?:name|database_name|bucket_name|service|dataset|ANALYTICS_DATASET|namespace_id)":"(encre[^"]+|\d+)"/g,
      ),
    ].map(([, name = '']) => name),
  )

it('names a pull request, and nothing else', () => {
  expect(['pr-1', 'pr-120'].every(isPullRequest)).toBe(true)
  for (const name of ['pr-', 'pr-0', 'pr-1x', 'pr-01', 'xpr-1', 'PR-1', 'pr-1 ', '', undefined]) {
    expect(isPullRequest(name), name).toBe(false)
  }
})

it("has staging's settings, and shares no worker, database, bucket or count with another site", () => {
  const own = namesOf('pr-12')
  expect(own).toHaveLength(namesOf('staging').length)
  const others = [...namesOf('staging'), ...namesOf('production'), ...namesOf('pr-1')]
  expect(own.filter((name) => others.includes(name))).toEqual([])
  expect(readEnvironment('generator', 'pr-12')).toMatchObject({
    name: 'encre-generator-pr-12',
    services: [{ service: 'encre-gallery-pr-12' }],
    analytics_engine_datasets: [{ dataset: 'encre_answers_pr_12' }],
    vars: readEnvironment('generator', 'staging').vars,
  })
})

it("never has staging's database, also when staging's id is in the tree", () => {
  const [database] = readEnvironment('gallery', 'pr-12').d1_databases
  expect(database).toMatchObject({ database_name: 'encre-gallery-pr-12' })
  expect(database.database_id).toBeUndefined()
})

it('is gone when it is removed, with its data and its domain, and staging stays', async () => {
  await create('staging')
  const before = listNames()
  await create('pr-12')
  await create('pr-1')
  const others = listNames().filter((name) => !name.includes('pr-12'))
  expect(listNames().length).toBe(before.length * 3)
  for (const worker of listDeployedWorkers()) {
    const { name } = readEnvironment(worker, 'pr-12')
    cloudflare.scripts.set(name, { versions: [], deployments: [], classes: '{}' })
  }
  cloudflare.domains.set('pr-12.encre.tattoo', 'encre-shell-pr-12')
  const { buckets } = await openStorage('pr-12', cloudflare.variables)
  for (const key of ['one', 'two', 'three', 'four']) {
    const description = { key, httpMetadata: {}, customMetadata: {} }
    await buckets.get('gallery/IMAGES')?.write(description, new Uint8Array(1))
  }
  cloudflare.changesLeft = 4
  await expect(remove('pr-12')).rejects.toThrow()
  cloudflare.changesLeft = Number.POSITIVE_INFINITY
  await remove('pr-12')
  await remove('pr-12')
  expect(listNames()).toEqual(others)
  expect(cloudflare.objects).toHaveProperty('size', 0)
  expect(cloudflare.unknown).toEqual([])
})

it('is never made beside production, whose data its token could reach', async () => {
  cloudflare.scripts.set('encre-shell', { versions: [], deployments: [] })
  await expect(create('pr-12')).rejects.toThrow('a pull request needs one without production')
  expect(cloudflare.writes).toEqual([])
})

it('removes no other site', async () => {
  for (const environment of ['staging', 'production'] as const) {
    await expect(remove(environment)).rejects.toThrow('Nothing has changed')
  }
  expect(cloudflare.writes).toEqual([])
})
