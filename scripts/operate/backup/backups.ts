import { createHash, hash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { lastBackupKey } from '@encre/protocol/backup'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import * as z from 'zod'
import { inLanes } from '../../lib/in-lanes.ts'
import { ExpectedError, type Say } from '../../lib/run-command.ts'
import { environments, type LastingEnvironment } from '../deploy/environments.ts'
import { copyDatabase } from '../storage/database-pages.ts'
import {
  dataDownloads,
  type SiteStorage,
  type StoredBucket,
  StoredObject,
  storageLanes,
} from '../storage/site-storage.ts'

/** A folder of backups. Each file is encrypted in the format of https://age-encryption.org. */
export type Vault = Awaited<ReturnType<typeof openVault>>

export class DamagedError extends ExpectedError {
  override name = 'DamagedError'
}

/**
 * Opens the vault of a key: a folder below `parent` with the name of its recipient, so that no two
 * keys share a file. With the public key (`age1...`) it writes, and reads nothing.
 */
export async function openVault(parent: string, key = '') {
  const canRead = !key.startsWith('age1')
  const encrypter = new Encrypter()
  const decrypter = new Decrypter()
  let recipient = key
  try {
    if (canRead) {
      recipient = await identityToRecipient(key)
      decrypter.addIdentity(key)
    }
    encrypter.addRecipient(recipient)
  } catch {
    throw new ExpectedError(
      'ENCRE_BACKUP_KEY must be an age key, AGE-SECRET-KEY-1... or its public key, age1...: npm run backup -- --new-key prints both',
    )
  }
  const folder = join(parent, recipient)
  mkdirSync(folder, { recursive: true })
  /** Throws `DamagedError` for a file that is missing or was changed, which age detects. */
  async function* stream(path: string): AsyncIterable<Uint8Array> {
    const file = join(folder, path)
    if (!canRead) throw new ExpectedError(`${file} cannot be read with the public key`)
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
    /** The SHA-256 of a file as it is stored. Null if it is missing. */
    hash: (path: string) => hashFile(join(folder, path)),
    /** What is no secret: hashes and dates. */
    readPlain: (path: string) => {
      const file = join(folder, path)
      return existsSync(file) ? readFileSync(file, 'utf8') : null
    },
    writePlain: (path: string, text: string) => {
      const file = join(folder, path)
      writeFileSync(`${file}.new`, text, { flush: true })
      renameSync(`${file}.new`, file)
    },
    /** A file appears whole or not at all, and is never whole in memory. Returns its SHA-256. */
    write: async (path: string, pieces: AsyncIterable<Uint8Array> | Uint8Array[]) => {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      const web = Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>
      const encrypted = await encrypter.encrypt(web)
      const hash = createHash('sha256')
      const hashing = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          hash.update(piece)
          controller.enqueue(piece)
        },
      })
      await pipeline(
        encrypted.pipeThrough(hashing),
        createWriteStream(`${file}.new`, { flush: true, mode: 0o600 }),
      )
      renameSync(`${file}.new`, file)
      return hash.digest('hex')
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

async function hashFile(file: string): Promise<string | null> {
  if (!existsSync(file)) return null
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** What one backup consists of, readable without a key: `backups/<name>/list`. */
const BackupList = z.object({
  expiresAt: z.iso.datetime(),
  /** The SHA-256 of each file as it is stored. A path is a hash of the object's name too. */
  files: z.record(z.string(), z.string()),
})

function readList(vault: Vault, name: string) {
  const text = vault.readPlain(partPath(name, 'list'))
  return text === null ? null : { text, ...z.parse(BackupList, JSON.parse(text)) }
}

/** One backup: `backups/<name>/manifest`. The list is written after it: without one, it was cut. */
const Manifest = z.object({
  format: z.literal(5),
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
  const name = hash('sha256', `${bucket}\n${key}\n${etag}`)
  return `objects/${name.slice(0, 2)}/${name}`
}

function listBackups(vault: Vault): string[] {
  return vault.list('backups').flatMap((path) => /^backups\/([^/]+)\/list$/.exec(path)?.[1] ?? [])
}

/** The newest backup of an environment, or the one of this name. */
export function findBackup(vault: Vault, environment: LastingEnvironment, named?: string): string {
  const name = listBackups(vault).findLast((one) =>
    named ? one === named : one.endsWith(`_${environment}`),
  )
  if (!name)
    throw new ExpectedError(`There is no backup ${named ?? `of ${environment}`} in ${vault.folder}`)
  return name
}

export async function readManifest(
  vault: Vault,
  environment: LastingEnvironment,
  named?: string,
): Promise<Manifest> {
  const name = findBackup(vault, environment, named)
  return z.parse(Manifest, JSON.parse((await vault.read(partPath(name, 'manifest'))).toString()))
}

/** The date of the last drill. The site learns it from the next backup. */
export const drilledPath = 'drilled'

/**
 * The databases come first: a row that was copied has its image in the bucket, unless the member
 * deleted the design meanwhile.
 */
export async function createBackup(
  vault: Vault,
  storage: SiteStorage,
  environment: LastingEnvironment,
  say: Say,
  proofKey?: string,
) {
  const newest = listBackups(vault).at(-1)
  const known = newest ? (readList(vault, newest)?.files ?? {}) : {}
  const files: Record<string, string> = {}
  const startedAt = new Date()
  const name = `${startedAt.toISOString().replaceAll(':', '-')}_${environment}`
  for (const [part, database] of storage.databases) {
    const counts = {}
    const path = partPath(name, part)
    files[path] = await vault.write(path, copyDatabase(database.query, counts))
    say(`${part}: ${describeRows(counts)}`)
  }
  const buckets: Manifest['buckets'] = {}
  for (const [part, bucket] of storage.buckets) {
    if (part === dataDownloads) continue
    const { objects, written, hashes } = await copyBucket(vault, part, bucket, known)
    buckets[part] = objects
    Object.assign(files, hashes)
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
  const path = partPath(name, 'manifest')
  files[path] = await vault.write(path, [Buffer.from(JSON.stringify(manifest))])
  const list = JSON.stringify({ expiresAt: manifest.expiresAt, files })
  vault.writePlain(partPath(name, 'list'), list)
  if (proofKey) await writeProof(vault, name, list, proofKey)
  await requireUnchanged(vault, name, proofKey)
  const drilled = vault.readPlain(drilledPath)
  const customMetadata = drilled ? { drilled } : {}
  const lastBackup = { key: lastBackupKey, customMetadata }
  await storage.buckets.get('shell/RELEASES')?.write(lastBackup, new Uint8Array())
  return manifest
}

/**
 * A record of known content for a key of its own: it shows that what is encrypted here can be
 * opened, without the key that opens members' data.
 */
async function writeProof(vault: Vault, name: string, list: string, key: string): Promise<void> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(key))
  const proof = await encrypter.encrypt(hash('sha256', list))
  vault.writePlain(partPath(name, 'proof'), Buffer.from(proof).toString('base64'))
}

export async function requireUnchanged(
  vault: Vault,
  name: string,
  proofKey?: string,
): Promise<void> {
  const changes = await findChanges(vault, name, proofKey)
  if (changes.length === 0) return
  throw new DamagedError(
    `The backup ${name} is damaged. Delete what is changed, then back up again: it is copied anew.\n  ${changes.join('\n  ')}`,
  )
}

/** Reads every file of a backup as it is stored, without the key of the vault. */
export async function findChanges(
  vault: Vault,
  name: string,
  proofKey?: string,
): Promise<string[]> {
  const list = readList(vault, name)
  if (!list) return [`${name} has no list`]
  const problems: string[] = []
  await inLanes(Object.entries(list.files), storageLanes, async ([path, hash]) => {
    const found = await vault.hash(path)
    if (found !== hash) problems.push(`${path} is ${found ? 'changed' : 'missing'}`)
  })
  if (!proofKey) return problems
  const decrypter = new Decrypter()
  decrypter.addIdentity(proofKey)
  const proof = Buffer.from(vault.readPlain(partPath(name, 'proof')) ?? '', 'base64')
  const opened = await decrypter.decrypt(proof, 'text').catch(() => null)
  if (opened !== hash('sha256', list.text))
    problems.push(`${partPath(name, 'proof')} does not open, or tells of another list`)
  return problems
}

export function expireBackups(vault: Vault, say: Say): void {
  const kept = new Set<string>()
  for (const name of listBackups(vault)) {
    const list = readList(vault, name)
    if (!list || list.expiresAt <= new Date().toISOString()) continue
    const notes = ['list', 'proof'].map((part) => partPath(name, part))
    for (const path of [...Object.keys(list.files), ...notes]) {
      kept.add(path)
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

export function describeRows(rows: Record<string, number>): string {
  const filled = Object.entries(rows).filter(
    ([table, count]) => count > 0 && table !== 'd1_migrations',
  )
  return filled.map(([table, count]) => `${count} ${table}`).join(', ') || 'empty'
}

async function copyBucket(
  vault: Vault,
  name: string,
  bucket: StoredBucket,
  known: Record<string, string>,
) {
  const objects: StoredObject[] = []
  const hashes: Record<string, string> = {}
  let written = 0
  await inLanes(bucket.list(), storageLanes, async (listed) => {
    if (listed.key === lastBackupKey) return
    const stored = objectPath(name, listed)
    if (vault.has(stored)) {
      objects.push(listed)
      hashes[stored] = known[stored] ?? (await vault.hash(stored)) ?? ''
      return
    }
    const bytes = await bucket.read(listed.key)
    // A member may delete a design while the bucket is copied.
    if (!bytes) return
    const object = {
      ...listed,
      size: bytes.length,
      etag: hash('md5', bytes),
    }
    const path = objectPath(name, object)
    hashes[path] = await vault.write(path, [bytes])
    objects.push(object)
    written += 1
  })
  return { objects: objects.sort((one, other) => (one.key < other.key ? -1 : 1)), written, hashes }
}
