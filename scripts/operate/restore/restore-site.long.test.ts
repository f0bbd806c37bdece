import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { root } from '@encre/build/workspace'
import { lastBackupKey } from '@encre/protocol/backup'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFolder } from '../../lib/testing/scratch-folder.ts'
import { serve } from '../../lib/testing/serve.ts'
import {
  backupLifetimeMs,
  createBackup,
  expireBackups,
  findChanges,
  type Manifest,
  objectPath,
  openVault,
  readManifest,
  type Vault,
} from '../backup/backups.ts'
import { type FakeCloudflare, startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { type Environment, listDeployedWorkers } from '../deploy/environments.ts'
import {
  createOwnerKey,
  dataDownloads,
  erasureList,
  type SiteStorage,
} from '../storage/site-storage.ts'
import {
  getPart,
  listLaterErasures,
  mergeErasureList,
  reconcile,
  restoreSite,
} from './restore-site.ts'
import {
  createDatabase,
  erasedLater,
  listOf,
  migrationsOf,
  openFakeSite,
  type Site,
} from './testing/fill-site.ts'

const key = await generateX25519Identity()
const imageOf = (name: string) => `owners/${createOwnerKey(`auth0|${name}`)}/designs/kept-${name}`
const image = imageOf('ana')
const keptDesigns = "select id from designs where id like 'kept-%' order by id"
const bytesOf = (text: string) => new TextEncoder().encode(text)
const said: string[] = []
const say = (sentence: string) => said.push(sentence)

let folder: string
let vault: Vault
/** It has the public key, as the machine that backs up. */
let writer: Vault
let cloudflare: FakeCloudflare
beforeEach(async () => {
  said.length = 0
  folder = createFolder()
  vault = await openVault(folder, key)
  writer = await openVault(folder, await identityToRecipient(key))
  cloudflare = await startFakeCloudflare()
})
afterEach(() => {
  vi.useRealTimers()
  expect(cloudflare.unknown).toEqual([])
})

const restore = (
  manifest: Manifest,
  target: SiteStorage,
  options: { erasures?: string[]; only?: string } = {},
) => restoreSite({ vault, manifest, target, erasures: [], say, ...options })
const backUp = (storage: SiteStorage) => createBackup(writer, storage, 'production', say)
const rowsOf = ({ database }: { database: DatabaseSync }, sql: string) =>
  database
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }))
const openSite = (environment: Environment, isFilled = false) =>
  openFakeSite(cloudflare, environment, isFilled)

const readRows = (site: Site, name: string, sql: string) =>
  rowsOf(getPart(site.databases, `${name}/DB`), sql)

function expectRestoredRows(source: Site, copy: Site): void {
  const restored = [
    {
      name: 'account',
      sql: `select * from users where id <> '${erasedLater}' order by id`,
      count: 2,
    },
    {
      name: 'gallery',
      sql: `select * from designs where id in ('kept-ana', 'kept-ben', 'deleted-ana', 'deleted-ben') order by id`,
      count: 4,
    },
    {
      name: 'shell',
      sql: "select * from releases where version <> 'pruned' order by version",
      count: 2,
    },
  ]
  for (const { name, sql, count } of restored) {
    expect(readRows(copy, name, sql)).toEqual(readRows(source, name, sql))
    expect(readRows(copy, name, sql)).toHaveLength(count)
  }
}

/** No row without an image, no call that runs, and the counts are those of the rows. */
function expectReconciledRows(copy: Site): void {
  const rows = (name: string, sql: string) => readRows(copy, name, sql)
  expect(
    rows('account', 'select (select count(*) from users) as n, member_id from erasures'),
  ).toEqual([{ n: 2, member_id: erasedLater }])
  expect(rows('shell', 'select version from releases')).toHaveLength(2)
  expect(
    rows(
      'generator',
      'select state, billed_to, count(*) as n from generations group by 1, 2 order by 1, 2',
    ),
  ).toEqual([
    { state: 'done', billed_to: 'member', n: 2 },
    { state: 'interrupted', billed_to: 'nobody', n: 2 },
    { state: 'interrupted', billed_to: 'site', n: 4 },
  ])
  expect(
    rows(
      'generator',
      'select used, (select count(*) from attempts where outcome is null) as running from site_usage',
    ),
  ).toEqual([{ used: 3 * 4 - 2, running: 0 }])
  expect(
    rows(
      'generator',
      'select (select group_concat(id) from reference_images) as stored, owner_key from erased_owners',
    ),
  ).toEqual([{ stored: 'stored', owner_key: createOwnerKey(erasedLater) }])
  // No row without an image, and the counts are those of the rows.
  expect(
    rows(
      'gallery',
      "select id, deleted_at is not null as deleted from designs where member_id = 'auth0|ana' order by id",
    ),
  ).toEqual([
    { id: 'deleted-ana', deleted: 1 },
    { id: 'deleted-meanwhile-ana', deleted: 1 },
    { id: 'kept-ana', deleted: 0 },
    { id: 'restored-meanwhile-ana', deleted: 0 },
  ])
  expect(rows('gallery', 'select member_id, designs from design_counts order by 1')).toEqual([
    { member_id: 'auth0|ana', designs: 2 },
    { member_id: 'auth0|ben', designs: 2 },
  ])
}

async function expectRestoredObjects(source: Site, copy: Site): Promise<void> {
  for (const name of ['gallery/IMAGES', 'generator/REFERENCES', 'shell/RELEASES']) {
    const kept = (await listOf(source, name)).filter(
      ({ key }) => !key.includes(createOwnerKey(erasedLater)) && key !== lastBackupKey,
    )
    expect(kept[0]).toMatchObject({
      httpMetadata: { contentType: expect.any(String) },
      customMetadata: { integrity: kept[0]?.key },
    })
    expect(await listOf(copy, name)).toEqual(kept)
  }
}

it('restores a whole site without members erased since and nothing half-written; then each lost part alone', async () => {
  const source = await openSite('production', true)
  const copy = await openSite('staging')
  const manifest = await backUp(source)
  const erased = getPart(source.buckets, erasureList)
  await erased.write(
    { key: `${new Date().toISOString()}/${createOwnerKey(erasedLater)}` },
    bytesOf(''),
  )
  const erasures = await listLaterErasures(erased, [], manifest.startedAt)
  await restore(manifest, copy, { erasures })

  expectRestoredRows(source, copy)
  expectReconciledRows(copy)
  await expectRestoredObjects(source, copy)
  expect(await copy.images.read('owners/nobody')).toBeNull()
  await expect(restore(manifest, copy, { erasures })).rejects.toThrow('is not empty')

  // A lost bucket, beside what members saved since.
  const lost = await listOf(source, 'gallery/IMAGES')
  for (const one of lost) {
    cloudflare.objects.delete(`encre-images/${one.key}`)
  }
  await source.images.write({ key: 'owners/new' }, bytesOf('new'))
  await restore(manifest, source, { only: 'gallery/IMAGES' })
  expect(await listOf(source, 'gallery/IMAGES')).toEqual([
    ...lost,
    expect.objectContaining({ key: 'owners/new' }),
  ])
  // A lost database: it follows the bucket that is there.
  const gallery = createDatabase()
  source.databases.set('gallery/DB', gallery)
  cloudflare.objects.delete(`encre-images/${image}`)
  await restore(manifest, source, { only: 'gallery/DB' })
  expect(rowsOf(gallery, keptDesigns)).toEqual([{ id: 'kept-ben' }, { id: 'kept-erased-later' }])
})

it('copies the databases before the buckets, each object once, and expires what only an old backup needs', async () => {
  const start = Date.parse('2026-11-01T00:00:00.000Z')
  const backUpAt = (ms: number) => vi.setSystemTime(start + ms) && backUp(source)
  const source = await openSite('production', true)
  const first = await backUpAt(0)
  // Saved while the backup runs: it has the image, but not the row.
  const { query } = source.gallery
  source.gallery.query = async (...request) => {
    await source.images.write({ key: 'owners/added' }, bytesOf('added'))
    return query(...request)
  }
  await source.images.write({ key: image }, bytesOf('another image'))
  const second = await backUpAt(1)
  await backUpAt(2)
  expect(Object.keys(second.buckets)).not.toContain(dataDownloads)
  expect(said.filter((line) => line.startsWith('gallery/IMAGES'))).toEqual([
    'gallery/IMAGES: 12 objects, 834 bytes, 12 of them new',
    'gallery/IMAGES: 13 objects, 793 bytes, 2 of them new',
    'gallery/IMAGES: 13 objects, 793 bytes, 0 of them new',
  ])
  await vault.write('backups/cut/gallery-DB', [bytesOf('cut')])
  const stored = vault.list('objects').length
  vi.setSystemTime(start + backupLifetimeMs)
  expireBackups(writer, say)
  const manifests = vault.list('backups').filter((path) => path.endsWith('/manifest'))
  expect([
    manifests.length,
    vault.list('objects').length,
    vault.has('backups/cut/gallery-DB'),
  ]).toEqual([2, stored - 1, false])
  expect(await findChanges(writer, second.name)).toEqual([])
  await expect(readManifest(vault, 'production', first.name)).rejects.toThrow('There is no backup')
})

it('names a damaged file, goes on after a cut without that file and its row, and restores no expired backup', async () => {
  const source = await openSite('production', true)
  const manifest = await backUp(source)
  const damaged = manifest.buckets['gallery/IMAGES']?.find(({ key }) => key === image)
  if (damaged) writeFileSync(join(vault.folder, objectPath('gallery/IMAGES', damaged)), image)
  expect(await findChanges(writer, manifest.name)).toEqual([
    expect.stringMatching(/objects\/.* is changed$/),
  ])
  const target = await openSite('staging')
  const written = imageOf('ben')
  await target.images.write({ key: written }, (await source.images.read(written)) ?? bytesOf(''))
  await restore(manifest, target)
  expect(said).toContainEqual(expect.stringContaining(`${image} is not restored`))
  expect(rowsOf(target.gallery, keptDesigns)).toEqual([
    { id: 'kept-ben' },
    { id: 'kept-erased-later' },
  ])
  vi.setSystemTime(Date.now() + backupLifetimeMs)
  await expect(restore(manifest, target)).rejects.toThrow('is expired')
})

it.each<{
  name: string
  change: (target: Awaited<ReturnType<typeof openSite>>) => unknown
  sentence: string
}>([
  {
    name: 'beside another object',
    change: ({ images }) => images.write({ key: 'owners/other' }, bytesOf('')),
    sentence: 'has another object, owners/other',
  },
  {
    name: 'when the site loses rows',
    change: ({ gallery }) => {
      const { import: importAll } = gallery
      gallery.import = async (lines) => {
        await importAll(lines)
        gallery.database.exec("delete from designs where id = 'kept-ana'")
      }
    },
    sentence: 'gallery/DB differs from the backup after it was imported',
  },
  {
    name: 'when the site changes bytes',
    change: ({ images }) => {
      const { write } = images
      images.write = (object, bytes) => write(object, bytes.toReversed())
    },
    sentence: 'differs from the backup after it was written',
  },
])('stops $name', async ({ change, sentence }) => {
  const manifest = await backUp(await openSite('production', true))
  const target = await openSite('staging')
  await change(target)
  await expect(restore(manifest, target)).rejects.toThrow(sentence)
})

it('learns later erasures from the site and from its newest backup, and hands the whole list on', async () => {
  const [before = '', inBackup = '', since = ''] = ['01', '03', '04'].map(
    (day, index) => `2026-11-${day}T00:00:00.000Z/owner-${index}`,
  )
  const source = await openSite('production')
  const list = getPart(source.buckets, erasureList)
  for (const one of [before, inBackup]) {
    await list.write({ key: one }, bytesOf(''))
  }
  const listed = (await backUp(source)).buckets[erasureList] ?? []
  cloudflare.objects.delete(`encre-erasures/${inBackup}`)
  await list.write({ key: since }, bytesOf(''))
  const erasures = await listLaterErasures(list, listed, '2026-11-02T00:00:00.000Z')
  expect(erasures).toEqual([inBackup, since])
  const target = await openSite('staging')
  await mergeErasureList(target, listed, erasures)
  expect((await listOf(target, erasureList)).map((one) => one.key)).toEqual([
    before,
    inBackup,
    since,
  ])
})

/**
 * Tables that name an erased member on purpose: old tokens create nothing, and a report outlives
 * the account. Their sweeps end them.
 */
const kept = [
  'account.erasures',
  'gallery.erased_owners',
  'gallery.reported_links',
  'generator.erased_owners',
  'generator.owner_usage',
]

it.each(listDeployedWorkers())(
  'no table of %s keeps a row of a member who was erased after the backup',
  async (worker) => {
    const { database } = createDatabase(migrationsOf(worker))
    const names = rowsOf(
      { database },
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
    ).map(({ name }) => String(name))
    for (const table of names) {
      insertRow(database, table)
    }
    const erasures = [`2026-11-21T10:00:00.000Z/${createOwnerKey(erasedLater)}`]
    await reconcile(worker, database, new Map(), erasures, '2026-11-21T11:00:00.000Z')
    const left = names.filter((table) => {
      const rows = JSON.stringify(rowsOf({ database }, `select * from "${table}"`))
      return rows.includes(erasedLater) || rows.includes(createOwnerKey(erasedLater))
    })
    expect(
      left.map((table) => `${worker}.${table}`).filter((table) => !kept.includes(table)),
    ).toEqual([])
  },
)

/** One row that names the member in every column that may. */
function insertRow(database: DatabaseSync, table: string): void {
  const columns = database.prepare('select name, type from pragma_table_info(?)').all(table)
  const values = columns.map(({ name, type }) => {
    if (name === 'owner_key') return createOwnerKey(erasedLater)
    if (name === 'member_id' || (table === 'users' && name === 'id')) return erasedLater
    return String(type).toLowerCase() === 'text' ? 'x' : 1
  })
  database.exec('pragma ignore_check_constraints = on; pragma foreign_keys = off')
  database
    .prepare(`insert or ignore into "${table}" values (${columns.map(() => '?')})`)
    .run(...values)
}

it('ends a backup that waits for Cloudflare within 5 s of SIGTERM, and leaves no lock', {
  timeout: 30_000,
}, async () => {
  const received = Promise.withResolvers<void>()
  const silent = await serve(() => received.resolve())
  const backup = run('backup', ['--env', 'production', '--to'], { CLOUDFLARE_API_BASE_URL: silent })
  await received.promise
  expect(readdirSync(vault.folder)).toEqual(['running.pid'])
  backup.kill('SIGTERM')
  const [code] = await once(backup, 'exit', { signal: AbortSignal.timeout(5000) })
  expect([code, existsSync(join(vault.folder, 'running.pid'))]).toEqual([143, false])
})

it('ends a drill on SIGTERM, and removes it when its last write has arrived', async () => {
  await backUp(await openSite('production', true))
  // The token of a backup has no right on workers and domains.
  cloudflare.refused.push('/workers/domains', '/workers/scripts')
  const { buckets, objects } = cloudflare
  const list = async () => [...(await Array.fromAsync(objects.keys())), ...buckets.keys()]
  const before = await list()
  const drill = run('restore', ['--env', 'drill', '--of', 'production', '--from'])
  const set = vi.spyOn(objects, 'set').mockImplementationOnce(async (place, object) => {
    drill.kill()
    // Time enough for a removal that does not wait.
    await setTimeout(1000)
    objects.set(place, object)
  })
  await once(drill, 'exit')
  await set.mock.results[0]?.value
  expect(await list()).toEqual(before)
  const later = set.mock.calls.filter(([place]) => !place.startsWith('encre-images-drill/'))
  expect(later).toEqual([])
})

function run(command: string, words: string[], variables = {}) {
  return spawn(process.execPath, [`scripts/operate/${command}/main.ts`, ...words, folder], {
    cwd: root,
    env: { ...process.env, ...cloudflare.variables, ENCRE_BACKUP_KEY: key, ...variables },
  })
}
