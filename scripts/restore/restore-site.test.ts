import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { root } from '@encre/build/workspace'
import { generateX25519Identity } from 'age-encryption'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { backupLifetimeMs, createBackup, expireBackups, findDamage, objectPath, openVault, readManifest } from '../backup/backups.ts'
import { listDeployedWorkers } from '../deploy/environments.ts'
import { loadDump, writeDump } from '../lib/local-databases.ts'
import { createFolder } from '../lib/testing/scratch-folder.ts'
import { serve } from '../lib/testing/serve.ts'
import { createOwnerKey, dataDownloads, erasureList, type SiteStorage, type StoredBucket } from '../storage/site-storage.ts'
import { listLaterErasures, mergeErasureList, reconcile, restoreSite } from './restore-site.ts'
import { erasedLater, fillBuckets, migrationsOf, sqlOf } from './testing/fill-site.ts'

const key = await generateX25519Identity()
const image = `owners/${createOwnerKey('auth0|ana')}/designs/kept-ana`
const none = { httpMetadata: {}, customMetadata: {} }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const said: string[] = []
const say = (sentence: string) => said.push(sentence)

let folder: string
let vault: Awaited<ReturnType<typeof openVault>>
beforeEach(async () => {
  said.length = 0
  folder = createFolder()
  vault = await openVault(folder, key)
})
afterEach(() => vi.useRealTimers())

function createDatabase(sql = '') {
  const database = loadDump(sql)
  return {
    database,
    export: async () => writeDump(database),
    import: async (text: string) => database.exec(text),
    isEmpty: async () => database.prepare('select 1 from sqlite_schema').get() === undefined,
  }
}

function createBucket(...keys: string[]) {
  const objects = new Map(keys.map((key) => [key, { ...none, key, bytes: bytesOf(key) }]))
  const bucket: StoredBucket & { objects: typeof objects } = {
    objects,
    async *list(startAfter = '') {
      for (const [key, { bytes, ...object }] of [...objects].sort()) {
        if (key > startAfter) yield { ...object, size: bytes.length, etag: createHash('md5').update(bytes).digest('hex') }
      }
    },
    read: async (key) => objects.get(key)?.bytes ?? null,
    write: async ({ key, httpMetadata, customMetadata }, bytes) => void objects.set(key, { key, httpMetadata, customMetadata, bytes }),
  }
  return bucket
}

/** A site with one database and one bucket of members, and the list of erased accounts. */
function createSite({ sql = '', images = [] as string[], erasures = [] as string[] } = {}) {
  const site = { database: createDatabase(sql), images: createBucket(...images), erasures: createBucket(...erasures) }
  const storage: SiteStorage = {
    databases: new Map([['gallery/DB', site.database]]),
    buckets: new Map([
      ['gallery/IMAGES', site.images],
      [erasureList, site.erasures],
      [dataDownloads, createBucket('a-download')],
    ]),
  }
  return { ...site, storage, designs: () => rowsOf(site.database, "select id from designs where id = 'kept-ana'").length }
}

const usedSite = () => createSite({ sql: sqlOf('gallery'), images: [image] })
const backUp = (storage = usedSite().storage) => createBackup({ vault, storage, environment: 'production', say })
const rowsOf = (stored: { database: DatabaseSync } | undefined, sql: string) =>
  (stored?.database.prepare(sql).all() ?? []).map((row) => ({ ...row }))

it('restores a whole site without who was erased since and with nothing half done; then each lost part alone', async () => {
  const createWholeSite = (isFilled: boolean) => ({
    databases: new Map(listDeployedWorkers().map((worker) => [`${worker}/DB`, createDatabase(isFilled ? sqlOf(worker) : '')])),
    buckets: new Map(
      ['gallery/IMAGES', 'generator/REFERENCES', 'shell/RELEASES', erasureList, dataDownloads].map((name) => [name, createBucket()]),
    ),
  })
  const [source, copy] = [createWholeSite(true), createWholeSite(false)]
  await fillBuckets(source.buckets)
  const manifest = await backUp(source)
  expect(await findDamage(vault, manifest)).toEqual([])
  await source.buckets.get(erasureList)?.write({ key: `${new Date().toISOString()}/${createOwnerKey(erasedLater)}`, ...none }, bytesOf(''))
  const erasures = await listLaterErasures(source.buckets.get(erasureList) ?? null, [], manifest.startedAt)
  await restoreSite({ vault, manifest, target: copy, erasures, say })

  const rows = (name: string, sql: string) => rowsOf(copy.databases.get(`${name}/DB`), sql)
  for (const [name, sql, count] of [
    ['account', `select * from users where id <> '${erasedLater}' order by id`, 2],
    ['gallery', `select * from designs where id in ('kept-ana', 'kept-ben', 'deleted-ana', 'deleted-ben') order by id`, 4],
    ['shell', "select * from releases where version <> 'pruned' order by version", 2],
  ] as const) {
    expect(rows(name, sql)).toEqual(rowsOf(source.databases.get(`${name}/DB`), sql))
    expect(rows(name, sql)).toHaveLength(count)
  }
  expect(rows('account', 'select (select count(*) from users) as n, member_id from erasures')).toEqual([{ n: 2, member_id: erasedLater }])
  expect(rows('shell', 'select version from releases')).toHaveLength(2)
  expect(rows('generator', 'select state, billed_to, count(*) as n from generations group by 1, 2 order by 1, 2')).toEqual([
    { state: 'done', billed_to: 'member', n: 2 },
    { state: 'interrupted', billed_to: 'nobody', n: 2 },
    { state: 'interrupted', billed_to: 'site', n: 4 },
  ])
  expect(rows('generator', 'select used, (select count(*) from attempts where outcome is null) as running from site_usage')).toEqual([
    { used: 3 * 4 - 2, running: 0 },
  ])
  expect(rows('generator', 'select (select group_concat(id) from reference_images) as stored, owner_key from erased_owners')).toEqual([
    { stored: 'stored', owner_key: createOwnerKey(erasedLater) },
  ])
  // No row without an image, and the counts are those of the rows.
  expect(rows('gallery', "select id, deleted_at is not null as deleted from designs where member_id = 'auth0|ana' order by id")).toEqual([
    { id: 'deleted-ana', deleted: 1 },
    { id: 'deleted-meanwhile-ana', deleted: 1 },
    { id: 'kept-ana', deleted: 0 },
    { id: 'restored-meanwhile-ana', deleted: 0 },
  ])
  expect(rows('gallery', 'select member_id, designs from design_counts order by 1')).toEqual([
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
  expect(rowsOf(source.databases.get('gallery/DB'), "select id from designs where id like 'kept-%' order by id")).toEqual([
    { id: 'kept-ben' },
    { id: 'kept-erased-later' },
  ])
})

it('copies the databases before the buckets, each object once, and expires what only an old backup needs', async () => {
  const start = Date.parse('2026-11-01T00:00:00.000Z')
  const backUpAt = (ms: number) => vi.setSystemTime(start + ms) && backUp(source.storage)
  const source = usedSite()
  const first = await backUpAt(0)
  const { export: exportAll } = source.database
  // Saved while the backup runs: it has the image, but not the row.
  source.database.export = async () => {
    await source.images.write({ key: 'owners/added', ...none }, bytesOf('added'))
    return exportAll()
  }
  await source.images.write({ key: image, ...none }, bytesOf('another image'))
  const second = await backUpAt(1)
  await backUpAt(2)
  expect(Object.keys(second.buckets)).not.toContain(dataDownloads)
  expect(said.filter((line) => line.startsWith('gallery/IMAGES'))).toEqual([
    `gallery/IMAGES: 1 objects, ${image.length} bytes, 1 of them new`,
    'gallery/IMAGES: 2 objects, 18 bytes, 2 of them new',
    'gallery/IMAGES: 2 objects, 18 bytes, 0 of them new',
  ])
  await vault.write('backups/cut/gallery-DB', bytesOf('cut'))
  vi.setSystemTime(start + backupLifetimeMs)
  await expireBackups(vault, say)
  const manifests = vault.list('backups').filter((path) => path.endsWith('/manifest'))
  expect([manifests.length, vault.list('objects').length, vault.has('backups/cut/gallery-DB')]).toEqual([2, 2, false])
  expect(await findDamage(vault, second)).toEqual([])
  await expect(readManifest(vault, 'production', first.name)).rejects.toThrow('There is no backup')
})

it('names a damaged file, and restores without it and without its row', async () => {
  const manifest = await backUp()
  const [object] = manifest.buckets['gallery/IMAGES'] ?? []
  if (object) writeFileSync(join(vault.folder, objectPath('gallery/IMAGES', object)), image)
  expect(await findDamage(vault, manifest)).toEqual([expect.stringMatching(/objects\/.* is damaged$/)])
  const target = createSite()
  await restoreSite({ vault, manifest, target: target.storage, erasures: [], say })
  expect(said).toContainEqual(expect.stringContaining(`${image} is not restored`))
  expect(target.designs()).toBe(0)
})

it.each<[string, (target: ReturnType<typeof createSite>) => void, string]>([
  [
    'beside another object',
    ({ images }) => images.write({ key: 'owners/other', ...none }, bytesOf('')),
    'has another object, owners/other',
  ],
  [
    'when the site loses rows',
    ({ database }) => {
      const { import: importAll } = database
      database.import = async (sql) => {
        await importAll(sql)
        database.database.exec("delete from designs where id = 'kept-ana'")
      }
    },
    'gallery/DB differs from the backup after it was imported',
  ],
  [
    'when the site changes bytes',
    ({ images }) => {
      const { write } = images
      images.write = (object, bytes) => write(object, bytes.toReversed())
    },
    `${image} differs from the backup after it was written`,
  ],
])('stops %s', async (_, change, sentence) => {
  const manifest = await backUp()
  const target = createSite()
  change(target)
  await expect(restoreSite({ vault, manifest, target: target.storage, erasures: [], say })).rejects.toThrow(sentence)
})

it('goes on after a restore that was cut, and restores no expired backup', async () => {
  const manifest = await backUp()
  const cut = createSite({ images: [image] })
  await restoreSite({ vault, manifest, target: cut.storage, erasures: [], say })
  expect(cut.designs()).toBe(1)
  vi.setSystemTime(Date.now() + backupLifetimeMs)
  await expect(restoreSite({ vault, manifest, target: createSite().storage, erasures: [], say })).rejects.toThrow('is expired')
})

it('learns later erasures from the site and from its newest backup, and hands the whole list on', async () => {
  const [before = '', inBackup = '', since = ''] = ['01', '03', '04'].map((day, index) => `2026-11-${day}T00:00:00.000Z/owner-${index}`)
  const newest = await backUp(createSite({ sql: sqlOf('gallery'), erasures: [before, inBackup] }).storage)
  const listed = newest.buckets[erasureList] ?? []
  const erasures = await listLaterErasures(createBucket(since), listed, '2026-11-02T00:00:00.000Z')
  expect(erasures).toEqual([inBackup, since])
  const target = createSite()
  await mergeErasureList(target.storage, listed, erasures)
  expect([...target.erasures.objects.keys()].sort()).toEqual([before, inBackup, since])
})

/** Tables that name an erased member on purpose, so that old tokens create nothing. Their sweeps end them. */
const kept = ['account.erasures', 'gallery.erased_owners', 'generator.erased_owners', 'generator.owner_usage']

it.each(listDeployedWorkers())('no table of %s keeps a row of a member who was erased after the backup', (worker) => {
  const database = loadDump(migrationsOf(worker))
  const names = rowsOf({ database }, "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'").map(
    ({ name }) => String(name),
  )
  for (const table of names) insertRow(database, table)
  const erasures = [`2026-11-21T10:00:00.000Z/${createOwnerKey(erasedLater)}`]
  reconcile(worker, database, { objects: new Map(), erasures, restoredAt: '2026-11-21T11:00:00.000Z' })
  const left = names.filter((table) => {
    const rows = JSON.stringify(rowsOf({ database }, `select * from "${table}"`))
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

it('encrypts every file, and keeps the files of two keys apart', async () => {
  await vault.write('objects/one', bytesOf('auth0|ana'))
  const path = join(vault.folder, 'objects/one')
  expect(readFileSync(path, 'latin1')).toMatch(/^age-encryption\.org\/v1/)
  expect((await vault.read('objects/one')).toString()).toBe('auth0|ana')
  expect((await openVault(folder, await generateX25519Identity())).has('objects/one')).toBe(false)
  await expect(openVault(folder, 'short')).rejects.toThrow('ENCRE_BACKUP_KEY must be an age key')
})

it('ends a backup that waits for Cloudflare within 5 s of SIGTERM, and leaves no lock', { timeout: 30_000 }, async () => {
  const asked = Promise.withResolvers<void>()
  const silent = await serve(() => asked.resolve())
  const backup = spawn(process.execPath, ['scripts/backup/main.ts', '--env', 'production', '--to', folder], {
    cwd: root,
    env: {
      ...process.env,
      CLOUDFLARE_API_BASE_URL: `${silent}/client/v4`,
      CLOUDFLARE_ACCOUNT_ID: 'account',
      CLOUDFLARE_API_TOKEN: 'fake-token',
      ENCRE_BACKUP_KEY: key,
    },
  })
  await asked.promise
  expect(readdirSync(vault.folder)).toEqual(['running.pid'])
  backup.kill('SIGTERM')
  const [code] = await once(backup, 'exit', { signal: AbortSignal.timeout(5000) })
  expect([code, existsSync(join(vault.folder, 'running.pid'))]).toEqual([143, false])
})
