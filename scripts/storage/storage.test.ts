import { afterEach, expect, it, vi } from 'vitest'
import { readAccount } from '../cloudflare/account.ts'
import { startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { listDeployedWorkers, readEnvironment } from '../deploy/environments.ts'
import { loadDump, writeDump } from '../lib/local-databases.ts'
import { fillBuckets, sqlOf } from '../restore/testing/fill-site.ts'
import { openStorage } from './site-storage.ts'

afterEach(() => vi.unstubAllEnvs())

it('exports a database with the rows that were imported, and reads an object as it was written', { timeout: 300_000 }, async () => {
  const cloudflare = await startFakeCloudflare()
  for (const [name, value] of Object.entries(cloudflare.variables)) vi.stubEnv(name, value)
  const account = readAccount(process.env)
  for (const worker of listDeployedWorkers()) {
    const { d1_databases, r2_buckets = [] } = readEnvironment(worker, 'production')
    await account.client.d1.database.create({ account_id: account.id, name: d1_databases[0].database_name })
    for (const { bucket_name } of r2_buckets) cloudflare.buckets.set(bucket_name, { jurisdiction: 'eu', lifecycle: {} })
  }
  const { databases, buckets } = await openStorage('production', process.env)

  const sql = writeDump(loadDump(sqlOf('gallery')))
  const database = databases.get('gallery/DB')
  expect(await database?.isEmpty()).toBe(true)
  await database?.import(sql)
  expect(await database?.isEmpty()).toBe(false)
  expect(writeDump(loadDump((await database?.export()) ?? ''))).toBe(sql)

  await fillBuckets(buckets)
  const images = buckets.get('gallery/IMAGES')
  if (!images) throw new Error('no bucket')
  const listed = await Array.fromAsync(images.list())
  expect(listed).toHaveLength(12)
  const [first] = listed
  const key = first?.key ?? ''
  expect(first).toMatchObject({ httpMetadata: { contentType: 'image/png' }, customMetadata: { integrity: key } })
  expect(Buffer.from((await images.read(key)) ?? []).toString()).toContain('\u0000é')
  expect(await Array.fromAsync(images.list(key))).toEqual(listed.slice(1))
  expect([await images.read('owners/nobody'), cloudflare.unknown]).toEqual([null, []])
  await cloudflare.close()
})
