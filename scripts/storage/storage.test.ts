import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readAccount } from '../cloudflare/account.ts'
import { startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { readEnvironment } from '../deploy/environments.ts'
import { loadDump, writeDump } from '../lib/local-databases.ts'
import { fillBuckets, sqlOf } from '../restore/testing/fill-site.ts'
import { openCloudflareStorage } from './cloudflare-storage.ts'
import { openLocalStorage } from './local-storage.ts'
import type { SiteStorage, StoredObject } from './site-storage.ts'

const timeout = 120_000
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'encre-storage-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** A database that is imported is exported with the same rows, and an object is read as it was written. */
async function expectStored({ databases, buckets }: SiteStorage) {
  const sql = writeDump(loadDump(':memory:', sqlOf('gallery')))
  const database = databases.get('gallery/DB')
  expect(await database?.isEmpty()).toBe(true)
  await database?.import(sql)
  expect(await database?.isEmpty()).toBe(false)
  expect(writeDump(loadDump(':memory:', (await database?.export()) ?? ''))).toBe(sql)

  await fillBuckets(buckets)
  const images = buckets.get('gallery/IMAGES')
  if (!images) throw new Error('no bucket')
  const listed: StoredObject[] = await Array.fromAsync(images.list())
  expect(listed).toHaveLength(12)
  const [first] = listed
  const key = first?.key ?? ''
  expect(first).toMatchObject({ httpMetadata: { contentType: 'image/png' }, customMetadata: { integrity: key } })
  expect(Buffer.from((await images.read(key)) ?? []).toString()).toContain('\u0000é')
  expect(await Array.fromAsync(images.list(key))).toEqual(listed.slice(1))
  expect(await images.read('owners/nobody')).toBeNull()
}

it('stores a local site in its data folder', { timeout }, async () => {
  const site = await openLocalStorage(folder)
  await expectStored(site).finally(() => site.close())
})

it('stores an environment at Cloudflare', { timeout: 300_000 }, async () => {
  const cloudflare = await startFakeCloudflare()
  for (const [name, value] of Object.entries(cloudflare.variables)) vi.stubEnv(name, value)
  const account = readAccount(process.env)
  for (const worker of ['account', 'gallery', 'generator', 'shell']) {
    const { d1_databases, r2_buckets = [] } = readEnvironment(worker, 'production')
    await account.client.d1.database.create({ account_id: account.id, name: d1_databases[0].database_name })
    for (const { bucket_name } of r2_buckets) cloudflare.buckets.set(bucket_name, { jurisdiction: 'eu', lifecycle: {} })
  }
  await expectStored(await openCloudflareStorage(account, 'production', process.env))
  expect(cloudflare.unknown).toEqual([])
  await cloudflare.close()
})
