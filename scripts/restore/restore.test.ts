import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listWorkerFolders } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { generateX25519Identity } from 'age-encryption'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBackup, findDamage } from '../backup/create-backup.ts'
import type { Manifest } from '../backup/vault.ts'
import { openVault, type Vault } from '../backup/vault.ts'
import { readAccount } from '../cloudflare/account.ts'
import { type FakeCloudflare, fakeAccountId, startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { listDeployedWorkers, readEnvironment } from '../deploy/environments.ts'
import { loadDump, writeDump } from '../lib/local-databases.ts'
import { freePortPair } from '../lib/new-site.ts'
import { openCloudflareStorage } from '../storage/cloudflare-storage.ts'
import { openLocalStorage } from '../storage/local-storage.ts'
import { createOwnerKey, dataDownloads, erasureList, type SiteStorage } from '../storage/site-storage.ts'
import { listLaterErasures, restoreSite, restoreSqlOf } from './restore-site.ts'
import { erasedLater, fillBuckets, sqlOf } from './testing/fill-site.ts'

const timeout = 120_000
const key = await generateX25519Identity()
let folder: string
const said: string[] = []
const say = (sentence: string) => said.push(sentence)
beforeEach(() => {
  said.length = 0
  folder = mkdtempSync(join(tmpdir(), 'encre-restore-test-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** Fills an empty site as years of use would. */
async function fill(site: SiteStorage) {
  for (const [name, database] of site.databases) {
    const path = join(folder, 'fill.sql')
    writeFileSync(path, writeDump(loadDump(':memory:', sqlOf(name.replace('/DB', '')))))
    await database.importFrom(path)
  }
  await fillBuckets(site.buckets)
}

async function readRows(site: SiteStorage, name: string, sql: string): Promise<unknown[]> {
  const path = join(folder, 'rows.sql')
  await site.databases.get(name)?.exportTo(path)
  const database = loadDump(':memory:', readFileSync(path, 'utf8'))
  const rows = database.prepare(sql).all()
  database.close()
  return rows.map((row) => ({ ...row }))
}

async function readObjects(site: SiteStorage, name: string) {
  const bucket = site.buckets.get(name)
  const objects: { key: string; text: string; httpMetadata: object; customMetadata: object }[] = []
  if (!bucket) return objects
  for await (const { key, httpMetadata, customMetadata } of bucket.list()) {
    objects.push({ key, text: Buffer.from((await bucket.read(key)) ?? []).toString(), httpMetadata, customMetadata })
  }
  return objects
}

const isOfErased = ({ key }: { key: string }) => key.includes(createOwnerKey(erasedLater))

/** What must hold in every restored copy of the filled site. */
async function expectRestored(source: SiteStorage, copy: SiteStorage) {
  const users = 'select * from users order by id'
  expect(await readRows(copy, 'account/DB', users)).toEqual(
    (await readRows(source, 'account/DB', users)).filter((row) => !JSON.stringify(row).includes(erasedLater)),
  )
  for (const id of ['kept', 'deleted']) {
    const designs = `select * from designs where id like '${id}-%' and id not like '%meanwhile%' and member_id <> '${erasedLater}' order by id`
    expect(await readRows(copy, 'gallery/DB', designs)).toEqual(await readRows(source, 'gallery/DB', designs))
    expect(await readRows(copy, 'gallery/DB', designs)).toHaveLength(2)
  }
  const releases = "select * from releases where version <> 'pruned' order by version"
  expect(await readRows(copy, 'shell/DB', releases)).toEqual(await readRows(source, 'shell/DB', releases))
  expect(await readRows(copy, 'shell/DB', 'select version from releases')).toHaveLength(2)
  for (const bucket of ['gallery/IMAGES', 'generator/REFERENCES', 'shell/RELEASES']) {
    const kept = (await readObjects(source, bucket)).filter((object) => !isOfErased(object))
    expect(kept.length).toBeGreaterThan(0)
    expect(await readObjects(copy, bucket)).toEqual(kept)
  }
}

async function restore(target: SiteStorage, vault: Vault, manifest: Manifest, list: SiteStorage | null) {
  const erasures = await listLaterErasures(list?.buckets.get(erasureList) ?? null, [], manifest.startedAt)
  await restoreSite({ vault, manifest, target, erasures, say })
}

describe('a local site', () => {
  it('comes back: every user, design, image and release, without who was erased since, and with nothing half done', {
    timeout,
  }, async () => {
    const source = await openLocalStorage(join(folder, 'source'))
    const copy = await openLocalStorage(join(folder, 'copy'))
    try {
      await fill(source)
      const vault = await openVault(join(folder, 'vault'), key)
      const manifest = await createBackup({ vault, storage: source, environment: 'local', port: 8787, say })
      expect(await findDamage(vault, manifest)).toEqual([])
      expect(Object.keys(manifest.buckets)).toContain('gallery/IMAGES')
      expect(Object.keys(manifest.buckets)).not.toContain(dataDownloads)
      const erased = `${new Date().toISOString()}/${createOwnerKey(erasedLater)}`
      await source.buckets.get(erasureList)?.write({ key: erased, httpMetadata: {}, customMetadata: {} }, new Uint8Array())

      await restore(copy, vault, manifest, source)
      await expectRestored(source, copy)

      const states = await readRows(
        copy,
        'generator/DB',
        'select state, billed_to, count(*) as n from generations group by 1, 2 order by 1, 2',
      )
      expect(states).toEqual([
        { state: 'done', billed_to: 'member', n: 2 },
        { state: 'interrupted', billed_to: 'nobody', n: 2 },
        { state: 'interrupted', billed_to: 'site', n: 4 },
      ])
      expect(await readRows(copy, 'generator/DB', 'select used from site_usage')).toEqual([{ used: 3 * 4 - 2 }])
      expect(await readRows(copy, 'generator/DB', 'select count(*) as n from attempts where outcome is null')).toEqual([{ n: 0 }])
      expect(await readRows(copy, 'generator/DB', 'select id from reference_images')).toEqual([{ id: 'stored' }])
      expect(await readRows(copy, 'generator/DB', 'select owner_key from erased_owners')).toEqual([
        { owner_key: createOwnerKey(erasedLater) },
      ])
      expect(await readRows(copy, 'account/DB', 'select member_id from erasures')).toEqual([{ member_id: erasedLater }])

      // No row without an image, and the counts are those of the rows.
      const designs = await readRows(
        copy,
        'gallery/DB',
        "select id, deleted_at is not null as deleted from designs where member_id = 'auth0|ana' order by id",
      )
      expect(designs).toEqual([
        { id: 'deleted-ana', deleted: 1 },
        { id: 'deleted-meanwhile-ana', deleted: 1 },
        { id: 'kept-ana', deleted: 0 },
        { id: 'restored-meanwhile-ana', deleted: 0 },
      ])
      expect(await readRows(copy, 'gallery/DB', 'select member_id, designs from design_counts order by 1')).toEqual([
        { member_id: 'auth0|ana', designs: 2 },
        { member_id: 'auth0|ben', designs: 2 },
      ])

      await expect(restore(copy, vault, manifest, source)).rejects.toThrow('is not empty')
    } finally {
      await Promise.all([source.close(), copy.close()])
    }
  })
})

it('encrypts every file for one key', async () => {
  const path = join(folder, 'vault')
  const vault = await openVault(path, key)
  await vault.write('objects/one', Buffer.from('auth0|ana'))
  expect(readFileSync(join(path, 'objects/one'), 'latin1')).toMatch(/^age-encryption\.org\/v1/)
  expect((await vault.read('objects/one')).toString()).toBe('auth0|ana')
  writeFileSync(join(path, 'objects/one'), 'auth0|ana')
  await expect(vault.read('objects/one')).rejects.toThrow('objects/one is damaged')
  await expect(openVault(path, undefined)).rejects.toThrow('are encrypted with a key')
  await expect(openVault(path, await generateX25519Identity())).rejects.toThrow('are encrypted with another key')
  await expect(openVault(path, 'short')).rejects.toThrow('ENCRE_BACKUP_KEY must be an age key')
  await vault.write('backups/first/manifest', Buffer.from('{}'))
  rmSync(join(path, 'recipient'))
  await expect(openVault(path, key)).rejects.toThrow('recipient is missing: it is a part of the backups. Put it back.')
})

it('restores nothing while nobody knows who was erased since', { timeout }, async () => {
  const [port, gone] = [await freePortPair(), await freePortPair()]
  const source = await openLocalStorage(join(folder, 'source'))
  await fill(source)
  const vault = await openVault(join(folder, 'vault'), undefined)
  await createBackup({ vault, storage: source, environment: 'local', port: gone, say }).finally(() => source.close())
  const { status, stderr } = spawnSync(process.execPath, ['scripts/restore/main.ts', '--env', 'local', '--from', join(folder, 'vault')], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PORT: String(port), ENCRE_BACKUP_KEY: '' },
  })
  rmSync(join(root, '.data', String(port)), { recursive: true, force: true })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Nobody knows which accounts were erased since .* --erasures none .*\n$/)])
})

describe('an environment at Cloudflare', () => {
  let cloudflare: FakeCloudflare
  beforeEach(async () => {
    cloudflare = await startFakeCloudflare()
    vi.stubEnv('CLOUDFLARE_API_BASE_URL', cloudflare.baseUrl)
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', fakeAccountId)
    vi.stubEnv('CLOUDFLARE_API_TOKEN', 'fake-token')
    vi.stubEnv('ENCRE_R2_ORIGIN', cloudflare.r2Origin)
    vi.stubEnv('WRANGLER_SEND_METRICS', 'false')
  })
  afterEach(() => cloudflare.close())

  it('is restored into another, through the same steps', { timeout: 300_000 }, async () => {
    const account = readAccount(process.env)
    for (const worker of listDeployedWorkers()) {
      for (const environment of ['staging', 'production'] as const) {
        const { d1_databases, r2_buckets = [] } = readEnvironment(worker, environment)
        await account.client.d1.database.create({ account_id: fakeAccountId, name: d1_databases[0].database_name })
        for (const { bucket_name } of r2_buckets) cloudflare.buckets.set(bucket_name, { jurisdiction: 'eu', lifecycle: {} })
      }
    }
    const source = await openCloudflareStorage(account, 'production', process.env)
    const copy = await openCloudflareStorage(account, 'staging', process.env)
    await fill(source)
    const vault = await openVault(join(folder, 'vault'), key)
    const manifest = await createBackup({ vault, storage: source, environment: 'production', say })
    const erased = `${new Date().toISOString()}/${createOwnerKey(erasedLater)}`
    await source.buckets.get(erasureList)?.write({ key: erased, httpMetadata: {}, customMetadata: {} }, new Uint8Array())

    await restore(copy, vault, manifest, source)
    expect(cloudflare.unknown).toEqual([])
    await expectRestored(source, copy)

    // A lost bucket alone, beside what members saved since.
    const images = cloudflare.objects.get('encre-images')
    const lost = images?.size ?? 0
    images?.clear()
    await source.buckets.get('gallery/IMAGES')?.write({ key: 'owners/new', httpMetadata: {}, customMetadata: {} }, Buffer.from('new'))
    await restoreSite({ vault, manifest, target: source, erasures: [], only: 'gallery/IMAGES', say })
    expect(cloudflare.objects.get('encre-images')?.size).toBe(lost + 1)

    // A lost database alone: it follows the bucket that is there.
    const gallery = [...cloudflare.databases.values()].find(({ name }) => name === 'encre-gallery')
    const image = `owners/${createOwnerKey('auth0|ana')}/designs/kept-ana`
    if (gallery) gallery.database = new DatabaseSync(':memory:')
    images?.delete(image)
    await restoreSite({ vault, manifest, target: source, erasures: [], only: 'gallery/DB', say })
    const kept = await readRows(source, 'gallery/DB', "select id from designs where id like 'kept-%' order by id")
    expect(kept).toEqual([{ id: 'kept-ben' }, { id: 'kept-erased-later' }])
  })
})

it('ends a backup that waits for Cloudflare within 5 s of SIGTERM, and leaves no lock', { timeout: 30_000 }, async () => {
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  const silent = createServer(() => isAsked())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const backup = spawn(process.execPath, ['scripts/backup/main.ts', '--env', 'production', '--to', join(folder, 'vault')], {
    cwd: root,
    env: {
      ...process.env,
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/client/v4`,
      CLOUDFLARE_ACCOUNT_ID: fakeAccountId,
      CLOUDFLARE_API_TOKEN: 'fake-token',
      ENCRE_BACKUP_KEY: key,
    },
  })
  await asked
  const started = Date.now()
  backup.kill('SIGTERM')
  const [code] = await once(backup, 'exit')
  silent.closeAllConnections()
  silent.close()
  expect([code, Date.now() - started < 5000, existsSync(join(folder, 'vault/running.pid'))]).toEqual([143, true, false])
})

it('every worker with a database says how it is repaired, and hashes members as the workers do', () => {
  const workers = listWorkerFolders().filter((path) => existsSync(join(root, path, 'migrations')))
  for (const path of workers) expect(existsSync(restoreSqlOf(path.replace('workers/', '')))).toBe(true)
  // A member and the prefix of their images on a running site.
  expect(createOwnerKey('auth0|1474bd4001243d1fae1ffd95')).toBe('29b322b91cf2a9fe303d1cfb277b44da')
})
