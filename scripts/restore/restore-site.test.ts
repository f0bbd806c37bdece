import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createBackup, expireBackups, findDamage } from '../backup/create-backup.ts'
import { backupLifetimeMs, listBackups, listObjects, objectPath, openVault, partPath, readManifest, type Vault } from '../backup/vault.ts'
import { listDeployedWorkers } from '../deploy/environments.ts'
import { loadDump, writeDump } from '../lib/local-databases.ts'
import {
  createOwnerKey,
  dataDownloads,
  erasureList,
  type SiteStorage,
  type StoredBucket,
  type StoredDatabase,
} from '../storage/site-storage.ts'
import { listLaterErasures, mergeErasureList, reconcile, restoreSite, restoreSqlOf } from './restore-site.ts'
import { migrationsOf, sqlOf } from './testing/fill-site.ts'

const image = `owners/${createOwnerKey('auth0|ana')}/designs/kept-ana`
const none = { httpMetadata: {}, customMetadata: {} }
const said: string[] = []
const say = (sentence: string) => said.push(sentence)

let folder: string
let vault: Vault
beforeEach(async () => {
  said.length = 0
  folder = mkdtempSync(join(tmpdir(), 'encre-restore-site-'))
  vault = await openVault(join(folder, 'vault'), undefined)
})
afterEach(() => rmSync(folder, { recursive: true }))

interface MemoryDatabase extends StoredDatabase {
  database: DatabaseSync
}

function createDatabase(sql = ''): MemoryDatabase {
  const stored: MemoryDatabase = {
    database: loadDump(':memory:', sql),
    exportTo: async (path) => writeFileSync(path, writeDump(stored.database)),
    importFrom: async (path) => stored.database.exec(readFileSync(path, 'utf8')),
    isEmpty: async () => stored.database.prepare('select 1 from sqlite_schema').get() === undefined,
  }
  return stored
}

function createBucket(...keys: string[]): StoredBucket & { objects: Map<string, Uint8Array<ArrayBuffer>> } {
  const objects = new Map(keys.map((key) => [key, new TextEncoder().encode(key)]))
  return {
    objects,
    async *list(startAfter = '') {
      for (const [key, bytes] of [...objects].sort()) {
        const etag = createHash('md5').update(bytes).digest('hex')
        if (key > startAfter) yield { key, ...none, size: bytes.length, etag }
      }
    },
    read: async (key) => objects.get(key) ?? null,
    write: async ({ key }, bytes) => void objects.set(key, bytes),
  }
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

function backUp(source = createUsedSite(), now = new Date()) {
  return createBackup({ vault, storage: source.storage, environment: 'local', port: 8787, say, now: () => now })
}

it('copies the databases before the buckets, and no data download', async () => {
  const source = createUsedSite()
  const exportTo = source.database.exportTo
  // A design is saved while the backup runs: the backup has its image, but not its row.
  source.database.exportTo = async (path) => {
    await exportTo(path)
    source.images.objects.set('owners/meanwhile', new Uint8Array())
  }
  const manifest = await backUp(source)
  expect((await listObjects(vault, manifest, 'gallery/IMAGES')).map(({ key }) => key)).toEqual([image, 'owners/meanwhile'])
  expect(Object.keys(manifest.buckets)).not.toContain(dataDownloads)
})

it('reads an object once, and expires with what only an old backup needs', async () => {
  const start = new Date('2026-11-01T00:00:00.000Z')
  const source = createUsedSite()
  const first = await backUp(source, start)
  const added = new TextEncoder().encode('added')
  source.images.objects.set('owners/added', added)
  source.images.objects.set(image, new TextEncoder().encode('another image'))
  const second = await backUp(source, new Date(start.getTime() + 1))
  expect(said.filter((line) => line.startsWith('gallery/IMAGES'))).toEqual([
    `gallery/IMAGES: 1 objects, ${image.length} bytes, 1 of them new`,
    'gallery/IMAGES: 2 objects, 18 bytes, 2 of them new',
  ])
  await backUp(source, new Date(start.getTime() + 2))
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
  const [object] = await listObjects(vault, manifest, 'gallery/IMAGES')
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
  const importFrom = lossy.database.importFrom
  lossy.database.importFrom = async (path) => {
    await importFrom(path)
    lossy.database.database.exec("delete from designs where id = 'kept-ana'")
  }
  await expect(restoreSite({ vault, manifest, target: lossy.storage, erasures: [], say })).rejects.toThrow(
    'gallery/DB differs from the backup after it was imported',
  )
  const changing = createSite()
  changing.images.write = async ({ key }, bytes) => void changing.images.objects.set(key, bytes.toReversed())
  await expect(restoreSite({ vault, manifest, target: changing.storage, erasures: [], say })).rejects.toThrow(
    `gallery/IMAGES: ${image} differs from the backup after it was written`,
  )
})

it('learns later erasures from the site and from its newest backup, and hands the whole list on', async () => {
  const [before = '', inBackup = '', since = ''] = ['01', '03', '04'].map((day, index) => `2026-11-${day}T00:00:00.000Z/owner-${index}`)
  const newest = await backUp(createSite(createDatabase(sqlOf('gallery')), createBucket(), createBucket(before, inBackup)))
  const listed = await listObjects(vault, newest, erasureList)
  const erasures = await listLaterErasures(createBucket(since), listed, '2026-11-02T00:00:00.000Z')
  expect(erasures.map(({ ownerKey }) => ownerKey)).toEqual(['owner-1', 'owner-2'])

  const target = createSite()
  await mergeErasureList(target.storage, listed, erasures)
  expect([...target.erasures.objects.keys()].sort()).toEqual([before, inBackup, since])
})

const member = 'auth0|erased-later'

/** Tables that name an erased member on purpose, so that old tokens create nothing. Their sweeps end them. */
const kept = ['account.erasures', 'generator.erased_owners', 'generator.owner_usage']

it.each(listDeployedWorkers())('no table of %s keeps a row of a member who was erased after the backup', (worker) => {
  const database = loadDump(':memory:', migrationsOf(worker))
  const tables = database.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'").all()
  const names = tables.map(({ name }) => String(name))
  for (const table of names) insertRow(database, table)
  const erasures = [{ ownerKey: createOwnerKey(member), erasedAt: '2026-11-21T10:00:00.000Z' }]
  reconcile(database, readFileSync(restoreSqlOf(worker), 'utf8'), { objects: new Map(), erasures, restoredAt: '2026-11-21T11:00:00.000Z' })
  const left = names.filter((table) => {
    const rows = JSON.stringify(database.prepare(`select * from "${table}"`).all())
    return rows.includes(member) || rows.includes(createOwnerKey(member))
  })
  expect(left.map((table) => `${worker}.${table}`).filter((table) => !kept.includes(table))).toEqual([])
})

/** One row that names the member in every column that may. */
function insertRow(database: DatabaseSync, table: string): void {
  const columns = database.prepare('select name, type from pragma_table_info(?)').all(table)
  const values = columns.map(({ name, type }) => {
    if (name === 'owner_key') return createOwnerKey(member)
    if (name === 'member_id' || (table === 'users' && name === 'id')) return member
    return String(type).toLowerCase() === 'text' ? 'x' : 1
  })
  database.exec('pragma ignore_check_constraints = on; pragma foreign_keys = off')
  database.prepare(`insert or ignore into "${table}" values (${columns.map(() => '?')})`).run(...values)
}
