import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { lastBackupKey } from '@encre/protocol/backup'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import * as z from 'zod'
import { inLanes } from '../../lib/in-lanes.ts'
import { ExpectedError } from '../../lib/run-command.ts'
import { type Environment, environments } from '../deploy/environments.ts'
import { copyDatabase } from '../storage/database-pages.ts'
import {
  dataDownloads,
  type SiteStorage,
  type StoredBucket,
  StoredObject,
} from '../storage/site-storage.ts'

/** A folder of backups. Each file is encrypted in the format of https://age-encryption.org. */
export type Vault = Awaited<ReturnType<typeof openVault>>

export class DamagedError extends ExpectedError {
  override name = 'DamagedError'
}

/**
 * Opens the vault of a key: a folder below `parent` with the name of its recipient, so that no two
 * keys share a file.
 */
export async function openVault(parent: string, key = '') {
  const recipient = await identityToRecipient(key).catch(() => {
    throw new ExpectedError(
      'ENCRE_BACKUP_KEY must be an age key, AGE-SECRET-KEY-1...: npm run backup -- --new-key prints one',
    )
  })
  const folder = join(parent, recipient)
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  mkdirSync(folder, { recursive: true })
  /** Throws `DamagedError` for a file that is missing or was changed, which age detects. */
  async function* stream(path: string): AsyncIterable<Uint8Array> {
    const file = join(folder, path)
    if (!existsSync(file)) throw new DamagedError(`${file} is missing`)
    try {
      const pieces = Readable.toWeb(createReadStream(file), { type: 'bytes' })
      yield* await decrypter.decrypt(pieces as ReadableStream<Uint8Array>)
    } catch {
      throw new DamagedError(`${file} is damaged`)
    }
  }
  return {
    folder,
    has: (path: string) => existsSync(join(folder, path)),
    stream,
    /** The whole file. Throws `DamagedError`. */
    read: async (path: string) => Buffer.concat(await Array.fromAsync(stream(path))),
    /** A file appears whole or not at all, and is never whole in memory. */
    write: async (path: string, pieces: AsyncIterable<Uint8Array> | Uint8Array[]) => {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      const web = Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>
      const encrypted = await encrypter.encrypt(web)
      await pipeline(encrypted, createWriteStream(`${file}.new`, { flush: true, mode: 0o600 }))
      renameSync(`${file}.new`, file)
    },
    list: (kind: 'backups' | 'objects') =>
      globSync(`${kind}/*/*`, { cwd: folder, exclude: ['**/*.new'] }).sort(),
    delete: (path: string) => rmSync(join(folder, path)),
  }
}

/**
 * Shorter than the list of erasures lives (`erasureListLifetimeMs` of the account worker). The
 * privacy page states the duration.
 */
export const backupLifetimeMs = 30 * 24 * 60 * 60 * 1000

/** One backup: `backups/<name>/manifest`. It is written last, so a backup without one was cut. */
const Manifest = z.object({
  /** 4, until November 2026: a database is the SQL of an export. 5: lines of `copyDatabase`. */
  format: z.literal([4, 5]),
  name: z.string(),
  environment: z.enum(environments),
  /** Before the first database was read: erasures from this moment on are missing in the backup. */
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Such as `gallery/DB`. Their rows are beside the manifest. */
  databases: z.array(z.string()),
  /** By name, such as `gallery/IMAGES`: the objects, in the order of their keys. */
  buckets: z.record(z.string(), z.array(StoredObject)),
})
export type Manifest = z.infer<typeof Manifest>

export function partPath(backup: string, part: string): string {
  return `backups/${backup}/${part.replace('/', '-')}`
}

/** An object is written once, whichever backups contain it. */
export function objectPath(bucket: string, { key, etag }: StoredObject): string {
  const name = createHash('sha256').update(`${bucket}\n${key}\n${etag}`).digest('hex')
  return `objects/${name.slice(0, 2)}/${name}`
}

function listBackups(vault: Vault): string[] {
  return vault
    .list('backups')
    .flatMap((path) => /^backups\/([^/]+)\/manifest$/.exec(path)?.[1] ?? [])
}

export async function readManifest(
  vault: Vault,
  environment: Manifest['environment'],
  named?: string,
): Promise<Manifest> {
  const name = listBackups(vault).findLast((one) =>
    named ? one === named : one.endsWith(`_${environment}`),
  )
  if (!name)
    throw new ExpectedError(`There is no backup ${named ?? `of ${environment}`} in ${vault.folder}`)
  return z.parse(Manifest, JSON.parse((await vault.read(partPath(name, 'manifest'))).toString()))
}

const lanes = 8

/**
 * The databases come first: a row that was copied has its image in the bucket, unless the member
 * deleted the design meanwhile.
 */
export async function createBackup(
  vault: Vault,
  storage: SiteStorage,
  environment: Environment,
  say: (sentence: string) => void,
) {
  const startedAt = new Date()
  const name = `${startedAt.toISOString().replaceAll(':', '-')}_${environment}`
  for (const [part, database] of storage.databases) {
    const counts = {}
    await vault.write(partPath(name, part), copyDatabase(database.query, counts))
    say(`${part}: ${describeRows(counts)}`)
  }
  const buckets: Manifest['buckets'] = {}
  for (const [part, bucket] of storage.buckets) {
    if (part === dataDownloads) continue
    const { objects, written } = await copyBucket(vault, part, bucket)
    buckets[part] = objects
    say(
      `${part}: ${objects.length} objects, ${objects.reduce((sum, { size }) => sum + size, 0)} bytes, ${written} of them new`,
    )
  }
  const manifest: Manifest = {
    format: 5,
    name,
    environment,
    startedAt: startedAt.toISOString(),
    endedAt: new Date().toISOString(),
    expiresAt: new Date(startedAt.getTime() + backupLifetimeMs).toISOString(),
    databases: [...storage.databases.keys()],
    buckets,
  }
  await vault.write(partPath(name, 'manifest'), [Buffer.from(JSON.stringify(manifest))])
  const lastBackup = { key: lastBackupKey, httpMetadata: {}, customMetadata: {} }
  await storage.buckets.get('shell/RELEASES')?.write(lastBackup, new Uint8Array())
  return manifest
}

export async function expireBackups(vault: Vault, say: (sentence: string) => void): Promise<void> {
  const kept = new Set<string>()
  for (const name of listBackups(vault)) {
    const manifest = await readManifest(vault, 'production', name)
    if (manifest.expiresAt <= new Date().toISOString()) continue
    for (const part of ['manifest', ...manifest.databases]) {
      kept.add(partPath(name, part))
    }
    for (const [bucket, objects] of Object.entries(manifest.buckets)) {
      for (const object of objects) {
        kept.add(objectPath(bucket, object))
      }
    }
  }
  const left = [...vault.list('backups'), ...vault.list('objects')].filter(
    (path) => !kept.has(path),
  )
  for (const path of left) {
    vault.delete(path)
  }
  if (left.length > 0) say(`${left.length} files of expired and cut backups are deleted`)
}

export async function findDamage(
  vault: Vault,
  { name, databases, buckets }: Manifest,
): Promise<string[]> {
  const paths = databases.map((part) => partPath(name, part))
  for (const [bucket, objects] of Object.entries(buckets)) {
    paths.push(...objects.map((object) => objectPath(bucket, object)))
  }
  const problems: string[] = []
  await inLanes(paths, lanes, async (path) => {
    try {
      for await (const _ of vault.stream(path));
    } catch (error) {
      problems.push(String(error))
    }
  })
  return problems
}

export function describeRows(rows: Record<string, number>): string {
  const filled = Object.entries(rows).filter(
    ([table, count]) => count > 0 && table !== 'd1_migrations',
  )
  return filled.map(([table, count]) => `${count} ${table}`).join(', ') || 'empty'
}

async function copyBucket(vault: Vault, name: string, bucket: StoredBucket) {
  const objects: StoredObject[] = []
  let written = 0
  await inLanes(bucket.list(), lanes, async (listed) => {
    if (listed.key === lastBackupKey) return
    if (vault.has(objectPath(name, listed))) {
      objects.push(listed)
      return
    }
    const bytes = await bucket.read(listed.key)
    // A member may delete a design while the bucket is copied.
    if (!bytes) return
    const object = {
      ...listed,
      size: bytes.length,
      etag: createHash('md5').update(bytes).digest('hex'),
    }
    await vault.write(objectPath(name, object), [bytes])
    objects.push(object)
    written += 1
  })
  return { objects: objects.sort((one, other) => (one.key < other.key ? -1 : 1)), written }
}
