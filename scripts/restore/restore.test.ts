import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listWorkerFolders } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBackup, expireBackups, findDamage } from '../backup/create-backup.ts'
import { backupLifetimeMs } from '../backup/lifetimes.ts'
import { type Manifest, readManifest } from '../backup/manifest.ts'
import { openVault, pieceBytes } from '../backup/vault.ts'
import { readAccount } from '../cloudflare/account.ts'
import { type FakeCloudflare, fakeAccountId, startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { loadDump, writeDump } from '../lib/sql-dump.ts'
import { provision } from '../provision/provision.ts'
import { openCloudflareStorage } from '../storage/cloudflare-storage.ts'
import { openLocalStorage } from '../storage/local-storage.ts'
import { createOwnerKey } from '../storage/owner-key.ts'
import { dataDownloads, erasureList, type SiteStorage } from '../storage/site-storage.ts'
import { listLaterErasures, restoreSite, restoreSqlOf } from './restore-site.ts'
import { erasedLater, fillBuckets, sqlOf } from './testing/fill-site.ts'

const timeout = 120_000
const key = 'ab'.repeat(32)
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
    objects.push({ key, text: Buffer.from(await bucket.read(key)).toString(), httpMetadata, customMetadata })
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

async function restore(target: SiteStorage, vault: ReturnType<typeof openVault>, manifest: Manifest, list: SiteStorage | null) {
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
      const vault = openVault(join(folder, 'vault'), key)
      const manifest = readManifest(vault, await createBackup({ vault, storage: source, environment: 'local', port: 8787, say }))
      expect(findDamage(vault, manifest)).toEqual([])
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
      await expect(
        restoreSite({ vault, manifest, target: copy, erasures: [], say, now: new Date(Date.now() + backupLifetimeMs) }),
      ).rejects.toThrow('is expired')
    } finally {
      await Promise.all([source.close(), copy.close()])
    }
  })
})

describe('a vault', () => {
  it('reads an object once, stores nothing readable with a key, and expires with what only an old backup needs', { timeout }, async () => {
    const source = await openLocalStorage(join(folder, 'source'))
    try {
      await fill(source)
      const vault = openVault(join(folder, 'vault'), key)
      const start = new Date('2026-11-01T00:00:00.000Z')
      const backUp = (now: Date) => createBackup({ vault, storage: source, environment: 'local', say, now: () => now })
      const first = await backUp(start)
      expect(said.find((line) => line.startsWith('gallery/IMAGES'))).toMatch(/^gallery\/IMAGES: 12 objects, \d+ bytes, 12 of them new$/)
      await source.buckets.get('gallery/IMAGES')?.write({ key: 'owners/x', httpMetadata: {}, customMetadata: {} }, Buffer.from('later'))
      said.length = 0
      const second = await backUp(new Date(start.getTime() + 1))
      expect(said.find((line) => line.startsWith('gallery/IMAGES'))).toMatch(/^gallery\/IMAGES: 13 objects, \d+ bytes, 1 of them new$/)

      const files = () => readdirSync(join(folder, 'vault'), { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
      for (const file of files()) expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain('auth0')
      expect(() => openVault(join(folder, 'vault'), undefined)).toThrow('are encrypted with a key')
      expect(() => openVault(join(folder, 'vault'), 'cd'.repeat(32))).toThrow('are encrypted with another key')

      const count = files().length
      expireBackups(vault, say, new Date(start.getTime() + backupLifetimeMs))
      expect(vault.listManifests()).toEqual([second])
      expect(files().length).toBeLessThan(count)
      expect(findDamage(vault, readManifest(vault, second))).toEqual([])
      expect(() => readManifest(vault, first)).toThrow()
    } finally {
      await source.close()
    }
  })

  it('cuts large content into pieces, and names a damaged file', () => {
    const vault = openVault(join(folder, 'vault'), undefined)
    const bytes = Buffer.alloc(pieceBytes + 5, 7)
    const pieces = vault.write(bytes)
    expect(pieces).toHaveLength(2)
    expect(vault.read(pieces).equals(bytes)).toBe(true)
    expect(vault.read(vault.write(new Uint8Array())).length).toBe(0)
    const [, name = ''] = pieces
    writeFileSync(join(folder, 'vault/pieces', name.slice(0, 2), name), 'other')
    expect(() => vault.read(pieces)).toThrow(`${name} is damaged`)
    expect(() => openVault(join(folder, 'other'), 'short')).toThrow('ENCRE_BACKUP_KEY must be 64 hex digits')
    expect(() => openVault(join(folder, 'vault'), key)).toThrow('are not encrypted')
  })

  it('notices an encrypted file in the place of another, and a vault without its file `key`', () => {
    const vault = openVault(join(folder, 'vault'), key)
    const [one = ''] = vault.write(Buffer.from('one'))
    const [other = ''] = vault.write(Buffer.from('other'))
    const pathOf = (name: string) => join(folder, 'vault/pieces', name.slice(0, 2), name)
    writeFileSync(pathOf(one), readFileSync(pathOf(other)))
    expect(() => vault.read([one])).toThrow(`${one} is damaged`)

    vault.writeManifest('first', '{}')
    vault.writeManifest('second', '{"later":true}')
    writeFileSync(join(folder, 'vault/manifests/first'), readFileSync(join(folder, 'vault/manifests/second')))
    expect(() => vault.readManifest('first')).toThrow('first is damaged')

    rmSync(join(folder, 'vault/key'))
    expect(() => openVault(join(folder, 'vault'), key)).toThrow('key is missing: it is a part of the backups. Put it back.')
  })
})

it('restores without an object whose copy is damaged, and without its row', { timeout }, async () => {
  const source = await openLocalStorage(join(folder, 'source'))
  const copy = await openLocalStorage(join(folder, 'copy'))
  try {
    await fill(source)
    const vault = openVault(join(folder, 'vault'), undefined)
    const manifest = readManifest(vault, await createBackup({ vault, storage: source, environment: 'local', say }))
    const [name = ''] = vault.write(new TextEncoder().encode('designs/kept-ana\u0000é'))
    rmSync(join(folder, 'vault/pieces', name.slice(0, 2), name))
    expect(findDamage(vault, manifest)).toEqual([expect.stringMatching(/^gallery\/IMAGES owners\/\w+\/designs\/kept-ana: .* is missing$/)])
    await restore(copy, vault, manifest, null)
    expect(said.some((line) => line.includes('designs/kept-ana is not restored'))).toBe(true)
    expect(await readRows(copy, 'gallery/DB', "select id from designs where id like 'kept-%' order by id")).toEqual([
      { id: 'kept-ben' },
      { id: 'kept-erased-later' },
    ])
  } finally {
    await Promise.all([source.close(), copy.close()])
  }
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
    for (const environment of ['staging', 'production'] as const) {
      await provision({ account, environment, isPlan: false, say, writeDatabaseId: () => false })
    }
    const source = await openCloudflareStorage(account, 'production', process.env)
    const copy = await openCloudflareStorage(account, 'staging', process.env)
    await fill(source)
    const vault = openVault(join(folder, 'vault'), key)
    const manifest = readManifest(vault, await createBackup({ vault, storage: source, environment: 'production', say }))
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

it('every worker with a database says how it is repaired, and hashes members as the workers do', () => {
  const workers = listWorkerFolders().filter((path) => existsSync(join(root, path, 'migrations')))
  for (const path of workers) expect(existsSync(restoreSqlOf(path.replace('workers/', '')))).toBe(true)
  // A member and the prefix of their images on a running site.
  expect(createOwnerKey('auth0|1474bd4001243d1fae1ffd95')).toBe('29b322b91cf2a9fe303d1cfb277b44da')
})
