import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { root } from '@encre/build/workspace'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createBackup, findDamage } from '../backup/create-backup.ts'
import { readManifest, readObjects } from '../backup/manifest.ts'
import { openVault, type Vault } from '../backup/vault.ts'
import { freePortPair } from '../lib/ports.ts'
import { loadDump, writeDump } from '../lib/sql-dump.ts'
import { createOwnerKey } from '../storage/owner-key.ts'
import { dataDownloads, erasureList, type SiteStorage, type StoredBucket, type StoredDatabase } from '../storage/site-storage.ts'
import { listLaterErasures, mergeErasureList, restoreSite } from './restore-site.ts'
import { sqlOf } from './testing/fill-site.ts'

const image = `owners/${createOwnerKey('auth0|ana')}/designs/kept-ana`
const none = { httpMetadata: {}, customMetadata: {} }
const say = () => {}

let folder: string
let vault: Vault
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'encre-restore-site-'))
  vault = openVault(join(folder, 'vault'), undefined)
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
        if (key > startAfter) yield { key, ...none, size: bytes.length, etag, uploaded: '2026-11-20T10:00:00.000Z' }
      }
    },
    read: async (key) => objects.get(key) ?? new Uint8Array(),
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

async function backUp(source = createSite(createDatabase(sqlOf('gallery')), createBucket(image)), port = 8787) {
  const name = await createBackup({ vault, storage: source.storage, environment: 'local', port, say })
  return readManifest(vault, name)
}

it('copies the databases before the buckets, and no data download', async () => {
  const source = createSite(createDatabase(sqlOf('gallery')), createBucket(image))
  const exportTo = source.database.exportTo
  // A design that is saved while the backup runs: its image is there, and its row is not.
  source.database.exportTo = async (path) => {
    await exportTo(path)
    source.images.objects.set('owners/meanwhile', new Uint8Array())
  }
  const { buckets } = await backUp(source)
  const listed = buckets['gallery/IMAGES']
  expect(listed && readObjects(vault, listed).map(({ key }) => key)).toEqual([image, 'owners/meanwhile'])
  expect(Object.keys(buckets)).not.toContain(dataDownloads)
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

it('finds a backup whose rows are not those that were counted, and does not restore it', async () => {
  const manifest = await backUp()
  const database = manifest.databases['gallery/DB']
  if (database) database.rows.designs = 99
  expect(findDamage(vault, manifest)).toEqual(['gallery/DB: the rows are not those that were counted'])
  const target = createSite()
  await expect(restoreSite({ vault, manifest, target: target.storage, erasures: [], say })).rejects.toThrow(
    'gallery/DB has other rows than were backed up',
  )
  expect([await target.database.isEmpty(), target.images.objects.size]).toEqual([true, 0])
})

it('learns later erasures from the site and from its newest backup, and hands the whole list on', async () => {
  const [before, inBackup, since] = ['2026-11-01', '2026-11-03', '2026-11-04'].map((day, index) => `${day}T00:00:00.000Z/owner-${index}`)
  const source = createSite(createDatabase(sqlOf('gallery')), createBucket(), createBucket(before ?? '', inBackup ?? ''))
  const newest = await backUp(source)
  const listed = newest.buckets[erasureList]
  const lost = createBucket(since ?? '')
  const erasures = await listLaterErasures(lost, listed ? readObjects(vault, listed) : [], '2026-11-02T00:00:00.000Z')
  expect(erasures.map(({ ownerKey }) => ownerKey)).toEqual(['owner-1', 'owner-2'])

  const target = createSite()
  await mergeErasureList(target.storage, vault, newest, erasures)
  expect([...target.erasures.objects.keys()].sort()).toEqual([before, inBackup, since])
})

it('restores nothing while nobody knows who was erased since', async () => {
  const [port, gone] = [await freePortPair(), await freePortPair()]
  await backUp(undefined, gone)
  const words = ['scripts/restore/main.ts', '--env', 'local', '--from', join(folder, 'vault')]
  try {
    const { status, stderr } = spawnSync(process.execPath, words, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PORT: String(port), ENCRE_BACKUP_KEY: '' },
    })
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^Nobody knows which accounts were erased since the backup: .* --erasures none .*\n$/),
    ])
  } finally {
    rmSync(join(root, '.data', String(port)), { recursive: true, force: true })
  }
}, 30_000)
