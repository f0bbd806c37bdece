import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { listWorkerFolders } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { generateX25519Identity } from 'age-encryption'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBackup, expireBackups, findDamage } from '../backup/create-backup.ts'
import { backupLifetimeMs, listBackups, objectPath, openVault, partPath, readManifest, type Vault } from '../backup/vault.ts'
import { listDeployedWorkers } from '../deploy/environments.ts'
import { loadDump, writeDump } from '../lib/local-databases.ts'
import { freePortPair } from '../lib/new-site.ts'
import {
  createOwnerKey,
  dataDownloads,
  erasureList,
  type SiteStorage,
  type StoredBucket,
  type StoredDatabase,
} from '../storage/site-storage.ts'
import { listLaterErasures, mergeErasureList, reconcile, restoreSite, restoreSqlOf } from './restore-site.ts'
import { erasedLater, fillBuckets, migrationsOf, sqlOf } from './testing/fill-site.ts'

const key = await generateX25519Identity()
const image = `owners/${createOwnerKey('auth0|ana')}/designs/kept-ana`
const none = { httpMetadata: {}, customMetadata: {} }
const said: string[] = []
const say = (sentence: string) => said.push(sentence)

let folder: string
let vault: Vault
beforeEach(async () => {
  said.length = 0
  folder = mkdtempSync(join(tmpdir(), 'encre-restore-'))
  vault = await openVault(join(folder, 'vault'), undefined)
})
afterEach(() => rmSync(folder, { recursive: true }))

interface MemoryDatabase extends StoredDatabase {
  database: DatabaseSync
}

function createDatabase(sql = ''): MemoryDatabase {
  const database = loadDump(':memory:', sql)
  return {
    database,
    export: async () => writeDump(database),
    import: async (text) => database.exec(text),
    isEmpty: async () => database.prepare('select 1 from sqlite_schema').get() === undefined,
  }
}

function createBucket(...keys: string[]) {
  const objects = new Map(keys.map((key) => [key, { ...none, key, bytes: new TextEncoder().encode(key) }]))
  const bucket: StoredBucket & { objects: typeof objects } = {
    objects,
    async *list(startAfter = '') {
      for (const [key, { bytes, ...object }] of [...objects].sort()) {
        const etag = createHash('md5').update(bytes).digest('hex')
        if (key > startAfter) yield { ...object, size: bytes.length, etag }
      }
    },
    read: async (key) => objects.get(key)?.bytes ?? null,
    write: async ({ key, httpMetadata, customMetadata }, bytes) => void objects.set(key, { key, httpMetadata, customMetadata, bytes }),
  }
  return bucket
}

/** A site with one database and one bucket of members, and the list of erased accounts. */
function createSite(database = createDatabase(), images = createBucket(), erasures = createBucket()) {
  const storage: SiteStorage = {
    databases: new Map([['gallery/DB', database]]),
    buckets: new Map([
      ['gallery/IMAGES', images],
      [erasureList, erasures],
      [dataDownloads, createBucket('a-download')],
    ]),
    close: async () => {},
  }
  return { storage, database, images, erasures }
}

const createUsedSite = () => createSite(createDatabase(sqlOf('gallery')), createBucket(image))

function backUp(source = createUsedSite().storage, now = new Date()) {
  return createBackup({ vault, storage: source, environment: 'local', port: 8787, say, now: () => now })
}

const rowsOf = (stored: MemoryDatabase | undefined, sql: string) => (stored?.database.prepare(sql).all() ?? []).map((row) => ({ ...row }))

describe('a whole site', () => {
  const bucketNames = ['gallery/IMAGES', 'generator/REFERENCES', 'shell/RELEASES', erasureList, dataDownloads]

  function createWholeSite(isFilled: boolean) {
    const databases = new Map(listDeployedWorkers().map((worker) => [`${worker}/DB`, createDatabase(isFilled ? sqlOf(worker) : '')]))
    const buckets = new Map(bucketNames.map((name) => [name, createBucket()]))
    return { databases, buckets, close: async () => {} }
  }

  it('comes back without who was erased since and with nothing half done; then each lost part alone', async () => {
    const [source, copy] = [createWholeSite(true), createWholeSite(false)]
    await fillBuckets(source.buckets)
    const manifest = await backUp(source)
    expect(await findDamage(vault, manifest)).toEqual([])
    const erasedAt = new Date().toISOString()
    await source.buckets.get(erasureList)?.write({ key: `${erasedAt}/${createOwnerKey(erasedLater)}`, ...none }, new Uint8Array())
    const erasures = await listLaterErasures(source.buckets.get(erasureList) ?? null, [], manifest.startedAt)
    await restoreSite({ vault, manifest, target: copy, erasures, say })

    const rows = (name: string, sql: string) => rowsOf(copy.databases.get(name), sql)
    const expectSame = (name: string, sql: string, length: number) => {
      expect(rows(name, sql)).toEqual(rowsOf(source.databases.get(name), sql))
      expect(rows(name, sql)).toHaveLength(length)
    }
    expectSame('account/DB', `select * from users where id <> '${erasedLater}' order by id`, 2)
    expect(rows('account/DB', 'select * from users')).toHaveLength(2)
    expect(rows('account/DB', 'select member_id from erasures')).toEqual([{ member_id: erasedLater }])
    for (const id of ['kept', 'deleted']) {
      expectSame(
        'gallery/DB',
        `select * from designs where id like '${id}-%' and id not like '%meanwhile%' and member_id <> '${erasedLater}' order by id`,
        2,
      )
    }
    expectSame('shell/DB', "select * from releases where version <> 'pruned' order by version", 2)
    expect(rows('shell/DB', 'select version from releases')).toHaveLength(2)
    expect(rows('generator/DB', 'select state, billed_to, count(*) as n from generations group by 1, 2 order by 1, 2')).toEqual([
      { state: 'done', billed_to: 'member', n: 2 },
      { state: 'interrupted', billed_to: 'nobody', n: 2 },
      { state: 'interrupted', billed_to: 'site', n: 4 },
    ])
    expect(rows('generator/DB', 'select used from site_usage')).toEqual([{ used: 3 * 4 - 2 }])
    expect(rows('generator/DB', 'select count(*) as n from attempts where outcome is null')).toEqual([{ n: 0 }])
    expect(rows('generator/DB', 'select id from reference_images')).toEqual([{ id: 'stored' }])
    expect(rows('generator/DB', 'select owner_key from erased_owners')).toEqual([{ owner_key: createOwnerKey(erasedLater) }])
    // No row without an image, and the counts are those of the rows.
    const ofAna = "select id, deleted_at is not null as deleted from designs where member_id = 'auth0|ana' order by id"
    expect(rows('gallery/DB', ofAna)).toEqual([
      { id: 'deleted-ana', deleted: 1 },
      { id: 'deleted-meanwhile-ana', deleted: 1 },
      { id: 'kept-ana', deleted: 0 },
      { id: 'restored-meanwhile-ana', deleted: 0 },
    ])
    expect(rows('gallery/DB', 'select member_id, designs from design_counts order by 1')).toEqual([
      { member_id: 'auth0|ana', designs: 2 },
      { member_id: 'auth0|ben', designs: 2 },
    ])
    for (const name of ['gallery/IMAGES', 'generator/REFERENCES', 'shell/RELEASES']) {
      const kept = [...(source.buckets.get(name)?.objects ?? [])].filter(([key]) => !key.includes(createOwnerKey(erasedLater)))
      expect(kept.length).toBeGreaterThan(0)
      expect([...(copy.buckets.get(name)?.objects ?? [])].sort()).toEqual(kept.sort())
    }
    await expect(restoreSite({ vault, manifest, target: copy, erasures, say })).rejects.toThrow('is not empty')

    // A lost bucket, beside what members saved since.
    const images = createBucket('owners/new')
    const lost = source.buckets.get('gallery/IMAGES')?.objects.size ?? 0
    source.buckets.set('gallery/IMAGES', images)
    await restoreSite({ vault, manifest, target: source, erasures: [], only: 'gallery/IMAGES', say })
    expect(images.objects.size).toBe(lost + 1)
    // A lost database: it follows the bucket that is there.
    source.databases.set('gallery/DB', createDatabase())
    images.objects.delete(image)
    await restoreSite({ vault, manifest, target: source, erasures: [], only: 'gallery/DB', say })
    const kept = rowsOf(source.databases.get('gallery/DB'), "select id from designs where id like 'kept-%' order by id")
    expect(kept).toEqual([{ id: 'kept-ben' }, { id: 'kept-erased-later' }])
  })
})

it('copies the databases before the buckets, and no data download', async () => {
  const source = createUsedSite()
  const exportAll = source.database.export
  // A design is saved while the backup runs: the backup has its image, but not its row.
  source.database.export = async () => {
    await source.images.write({ key: 'owners/meanwhile', ...none }, new Uint8Array())
    return exportAll()
  }
  const manifest = await backUp(source.storage)
  expect(manifest.buckets['gallery/IMAGES']?.map(({ key }) => key)).toEqual([image, 'owners/meanwhile'])
  expect(Object.keys(manifest.buckets)).not.toContain(dataDownloads)
})

it('reads an object once, and expires with what only an old backup needs', async () => {
  const start = new Date('2026-11-01T00:00:00.000Z')
  const source = createUsedSite()
  const first = await backUp(source.storage, start)
  const added = new TextEncoder().encode('added')
  await source.images.write({ key: 'owners/added', ...none }, added)
  await source.images.write({ key: image, ...none }, new TextEncoder().encode('another image'))
  const second = await backUp(source.storage, new Date(start.getTime() + 1))
  expect(said.filter((line) => line.startsWith('gallery/IMAGES'))).toEqual([
    `gallery/IMAGES: 1 objects, ${image.length} bytes, 1 of them new`,
    'gallery/IMAGES: 2 objects, 18 bytes, 2 of them new',
  ])
  await backUp(source.storage, new Date(start.getTime() + 2))
  expect(said.at(-2)).toBe('gallery/IMAGES: 2 objects, 18 bytes, 0 of them new')

  await vault.write('backups/cut/gallery-DB', added)
  await expireBackups(vault, say, new Date(start.getTime() + backupLifetimeMs))
  expect(listBackups(vault)).toHaveLength(2)
  expect([vault.list('objects').length, vault.list('backups/cut')]).toEqual([2, []])
  expect(await findDamage(vault, second)).toEqual([])
  await expect(readManifest(vault, first.name)).rejects.toThrow('There is no backup')
})

it('names a damaged file, restores without it and without its row', async () => {
  const manifest = await backUp()
  const [object] = manifest.buckets['gallery/IMAGES'] ?? []
  if (object) await vault.write(objectPath('gallery/IMAGES', object), Buffer.from('other'))
  expect(await findDamage(vault, manifest)).toEqual([expect.stringMatching(/^gallery\/IMAGES owners\/.* is damaged$/)])
  const target = createSite()
  await restoreSite({ vault, manifest, target: target.storage, erasures: [], say })
  expect(said).toContainEqual(expect.stringContaining(`${image} is not restored`))
  expect(target.database.database.prepare("select id from designs where id = 'kept-ana'").all()).toEqual([])
})

it('does not restore an expired backup, one with other rows, or one in the place of another', async () => {
  const manifest = await backUp()
  const target = createSite()
  const restore = (from = manifest, now = new Date()) =>
    restoreSite({ vault, manifest: from, target: target.storage, erasures: [], say, now })
  await expect(restore(manifest, new Date(Date.now() + backupLifetimeMs))).rejects.toThrow('is expired')
  const counted = { ...manifest, databases: { 'gallery/DB': { ...manifest.databases['gallery/DB'], designs: 99 } } }
  await expect(restore(counted)).rejects.toThrow('gallery/DB has other rows than were counted')
  expect([await target.database.isEmpty(), target.images.objects.size]).toEqual([true, 0])
  await vault.write(partPath('later_local', 'manifest'), await vault.read(partPath(manifest.name, 'manifest')))
  await expect(readManifest(vault, 'later_local')).rejects.toThrow(`is that of ${manifest.name}`)
})

it('restores nothing beside another object, and goes on after a restore that was cut', async () => {
  const manifest = await backUp()
  const used = createSite(createDatabase(), createBucket('owners/other'))
  await expect(restoreSite({ vault, manifest, target: used.storage, erasures: [], say })).rejects.toThrow(
    'The bucket gallery/IMAGES has another object, owners/other. A restore needs an empty site. Nothing has changed.',
  )
  expect([await used.database.isEmpty(), [...used.images.objects.keys()]]).toEqual([true, ['owners/other']])

  const cut = createSite(createDatabase(), createBucket(image))
  await restoreSite({ vault, manifest, target: cut.storage, erasures: [], say })
  expect(cut.database.database.prepare("select id from designs where id = 'kept-ana'").all()).toHaveLength(1)
})

it('stops when the site does not have the rows or the bytes that were written', async () => {
  const manifest = await backUp()
  const lossy = createSite()
  const importAll = lossy.database.import
  lossy.database.import = async (sql) => {
    await importAll(sql)
    lossy.database.database.exec("delete from designs where id = 'kept-ana'")
  }
  await expect(restoreSite({ vault, manifest, target: lossy.storage, erasures: [], say })).rejects.toThrow(
    'gallery/DB differs from the backup after it was imported',
  )
  const changing = createSite()
  const { write } = changing.images
  changing.images.write = (object, bytes) => write(object, bytes.toReversed())
  await expect(restoreSite({ vault, manifest, target: changing.storage, erasures: [], say })).rejects.toThrow(
    `gallery/IMAGES: ${image} differs from the backup after it was written`,
  )
})

it('learns later erasures from the site and from its newest backup, and hands the whole list on', async () => {
  const [before = '', inBackup = '', since = ''] = ['01', '03', '04'].map((day, index) => `2026-11-${day}T00:00:00.000Z/owner-${index}`)
  const newest = await backUp(createSite(createDatabase(sqlOf('gallery')), createBucket(), createBucket(before, inBackup)).storage)
  const listed = newest.buckets[erasureList] ?? []
  const erasures = await listLaterErasures(createBucket(since), listed, '2026-11-02T00:00:00.000Z')
  expect(erasures.map(({ ownerKey }) => ownerKey)).toEqual(['owner-1', 'owner-2'])

  const target = createSite()
  await mergeErasureList(target.storage, listed, erasures)
  expect([...target.erasures.objects.keys()].sort()).toEqual([before, inBackup, since])
})

/** Tables that name an erased member on purpose, so that old tokens create nothing. Their sweeps end them. */
const kept = ['account.erasures', 'gallery.erased_owners', 'generator.erased_owners', 'generator.owner_usage']

it.each(listDeployedWorkers())('no table of %s keeps a row of a member who was erased after the backup', (worker) => {
  const database = loadDump(':memory:', migrationsOf(worker))
  const tables = database.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'").all()
  const names = tables.map(({ name }) => String(name))
  for (const table of names) insertRow(database, table)
  const erasures = [{ ownerKey: createOwnerKey(erasedLater), erasedAt: '2026-11-21T10:00:00.000Z' }]
  reconcile(database, readFileSync(restoreSqlOf(worker), 'utf8'), { objects: new Map(), erasures, restoredAt: '2026-11-21T11:00:00.000Z' })
  const left = names.filter((table) => {
    const rows = JSON.stringify(database.prepare(`select * from "${table}"`).all())
    return rows.includes(erasedLater) || rows.includes(createOwnerKey(erasedLater))
  })
  expect(left.map((table) => `${worker}.${table}`).filter((table) => !kept.includes(table))).toEqual([])
})

/** One row that names the member in every column that may. */
function insertRow(database: DatabaseSync, table: string): void {
  const columns = database.prepare('select name, type from pragma_table_info(?)').all(table)
  const values = columns.map(({ name, type }) => {
    if (name === 'owner_key') return createOwnerKey(erasedLater)
    if (name === 'member_id' || (table === 'users' && name === 'id')) return erasedLater
    return String(type).toLowerCase() === 'text' ? 'x' : 1
  })
  database.exec('pragma ignore_check_constraints = on; pragma foreign_keys = off')
  database.prepare(`insert or ignore into "${table}" values (${columns.map(() => '?')})`).run(...values)
}

it('encrypts every file for one key', async () => {
  const path = join(folder, 'encrypted')
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

it('restores nothing while nobody knows who was erased since', { timeout: 120_000 }, async () => {
  const [port, gone] = [await freePortPair(), await freePortPair()]
  await createBackup({ vault, storage: createUsedSite().storage, environment: 'local', port: gone, say })
  const { status, stderr } = spawnSync(process.execPath, ['scripts/restore/main.ts', '--env', 'local', '--from', join(folder, 'vault')], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PORT: String(port), ENCRE_BACKUP_KEY: '' },
  })
  rmSync(join(root, '.data', String(port)), { recursive: true, force: true })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Nobody knows which accounts were erased since .* --erasures none,.*\n$/)])
})

it('ends a backup that waits for Cloudflare within 5 s of SIGTERM, and leaves no lock', { timeout: 30_000 }, async () => {
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  const silent = createServer(() => isAsked())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const backup = spawn(process.execPath, ['scripts/backup/main.ts', '--env', 'production', '--to', join(folder, 'encrypted')], {
    cwd: root,
    env: {
      ...process.env,
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/client/v4`,
      CLOUDFLARE_ACCOUNT_ID: 'account',
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
  expect([code, Date.now() - started < 5000, existsSync(join(folder, 'encrypted/running.pid'))]).toEqual([143, true, false])
})

it('every worker with a database says how it is repaired, and hashes members as the workers do', () => {
  const workers = listWorkerFolders().filter((path) => existsSync(join(root, path, 'migrations')))
  for (const path of workers) expect(existsSync(restoreSqlOf(path.replace('workers/', '')))).toBe(true)
  // A member and the prefix of their images on a running site.
  expect(createOwnerKey('auth0|1474bd4001243d1fae1ffd95')).toBe('29b322b91cf2a9fe303d1cfb277b44da')
})
