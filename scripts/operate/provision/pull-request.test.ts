import { beforeEach, expect, it } from 'vitest'
import type { FakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { type Environment, listWorkerNames } from '../deploy/environments.ts'
import { removeSite, type Site } from './stores.ts'
import { startProvisioning } from './testing/provisioning.ts'

let cloudflare: FakeCloudflare
let siteOf: (environment: Environment) => Promise<Site>
let create: (environment: Environment) => Promise<void>
beforeEach(async () => {
  ;({ cloudflare, siteOf, run: create } = await startProvisioning())
})

const remove = async (environment: Environment) => removeSite(await siteOf(environment))
const listNames = () => [
  ...[...cloudflare.databases.values()].map(({ name }) => name),
  ...cloudflare.buckets.keys(),
  ...cloudflare.scripts.keys(),
  ...cloudflare.domains.keys(),
]

async function fillBucket(environment: Environment): Promise<void> {
  const { storage } = await siteOf(environment)
  for (const key of ['one', 'two', 'three', 'four']) {
    await storage.buckets.get('gallery/IMAGES')?.write({ key }, new Uint8Array(1))
  }
  expect(cloudflare.objects).toHaveProperty('size', 4)
}

it('is gone when it is removed, with its data and its domain, and staging stays', async () => {
  await create('staging')
  const before = listNames()
  await create('pr-12')
  await create('pr-1')
  const others = listNames().filter((name) => !name.includes('pr-12'))
  expect(listNames().length).toBe(before.length * 3)
  for (const name of listWorkerNames('pr-12')) {
    cloudflare.scripts.set(name, { versions: [], deployments: [], classes: '{}' })
  }
  cloudflare.domains.set('pr-12.encre.tattoo', 'encre-shell-pr-12')
  await fillBucket('pr-12')
  cloudflare.changesLeft = 4
  await expect(remove('pr-12')).rejects.toThrow()
  cloudflare.changesLeft = Number.POSITIVE_INFINITY
  await remove('pr-12')
  await remove('pr-12')
  expect(listNames()).toEqual(others)
  expect(cloudflare.objects).toHaveProperty('size', 0)
  expect(cloudflare.unknown).toEqual([])
})

it('begins each push without the data of the one before, under the address of the same workers', async () => {
  await create('pr-12')
  const before = [...cloudflare.databases.keys()]
  const names = listNames()
  cloudflare.scripts.set('encre-shell-pr-12', { versions: [], deployments: [] })
  await fillBucket('pr-12')
  await create('pr-12')
  expect(cloudflare.objects).toHaveProperty('size', 0)
  expect(before.filter((id) => cloudflare.databases.has(id))).toEqual([])
  expect(listNames()).toEqual([...names, 'encre-shell-pr-12'])
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
