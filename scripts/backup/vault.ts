import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import * as z from 'zod'
import { environments } from '../deploy/environments.ts'
import { ExpectedError } from '../lib/run-command.ts'

/** A folder of backups. With a key, each file is encrypted in the format of https://age-encryption.org. */
export interface Vault {
  has(path: string): boolean
  /** Throws `DamagedError` for a file that is missing or was changed. */
  read(path: string): Promise<Buffer>
  /** A file appears whole or not at all. */
  write(path: string, bytes: Uint8Array): Promise<void>
  /** The paths of all whole files in a folder of the vault, sorted. */
  list(folder: string): string[]
  delete(path: string): void
}

export class DamagedError extends ExpectedError {
  override name = 'DamagedError'
}

/** Creates the folder, or opens it. Throws a sentence if the key is missing, malformed or another than the folder's. */
export async function openVault(folder: string, key: string | undefined): Promise<Vault> {
  const recipient = key ? await readRecipient(key) : null
  requireSameRecipient(folder, recipient)
  const encrypter = new Encrypter()
  const decrypter = new Decrypter()
  if (key && recipient) {
    encrypter.addRecipient(recipient)
    decrypter.addIdentity(key)
  }
  return {
    has: (path) => existsSync(join(folder, path)),
    read: async (path) => {
      const file = join(folder, path)
      if (!existsSync(file)) throw new DamagedError(`${file} is missing`)
      const stored = readFileSync(file)
      if (!key) return stored
      try {
        return Buffer.from(await decrypter.decrypt(stored))
      } catch {
        throw new DamagedError(`${file} is damaged`)
      }
    },
    write: async (path, bytes) => writeWhole(join(folder, path), key ? await encrypter.encrypt(bytes) : bytes),
    list: (path) => {
      const found = existsSync(join(folder, path)) ? readdirSync(join(folder, path), { recursive: true, withFileTypes: true }) : []
      const files = found.filter((file) => file.isFile() && !file.name.endsWith('.new'))
      return files.map(({ name, parentPath }) => join(parentPath, name).slice(folder.length + 1)).sort()
    },
    delete: (path) => rmSync(join(folder, path)),
  }
}

async function readRecipient(key: string): Promise<string> {
  try {
    return await identityToRecipient(key)
  } catch {
    throw new ExpectedError('ENCRE_BACKUP_KEY must be an age key, AGE-SECRET-KEY-1...: npm run backup -- --new-key prints one')
  }
}

/** A folder has one key, or none. That never changes. The file `recipient` names the key and cannot decrypt. */
function requireSameRecipient(folder: string, recipient: string | null): void {
  const path = join(folder, 'recipient')
  const own = recipient ?? 'none'
  if (!existsSync(path)) {
    if (existsSync(join(folder, 'backups'))) throw new ExpectedError(`${path} is missing: it is a part of the backups. Put it back.`)
    writeWhole(path, Buffer.from(own))
    return
  }
  const known = readFileSync(path, 'utf8')
  if (known === own) return
  if (known === 'none')
    throw new ExpectedError(`The backups in ${folder} are not encrypted. Unset ENCRE_BACKUP_KEY, or choose another folder.`)
  throw new ExpectedError(`The backups in ${folder} are encrypted with ${recipient ? 'another key' : 'a key'}. Set it in ENCRE_BACKUP_KEY.`)
}

function writeWhole(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, bytes, { flush: true, mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/**
 * How long a backup is kept. It contains members who erased their account since, so it must not outlive the list of erasures
 * (`erasureListLifetimeMs` of the account worker). The privacy page states the duration.
 */
export const backupLifetimeMs = 30 * 24 * 60 * 60 * 1000

/** `local`: a site on this machine. */
export const backupEnvironments = ['local', ...environments] as const
export type BackupEnvironment = (typeof backupEnvironments)[number]

const BackedUpObject = z.object({
  key: z.string(),
  size: z.number(),
  /** The MD5 of the bytes, in hex. */
  etag: z.string(),
  httpMetadata: z.record(z.string(), z.string()),
  customMetadata: z.record(z.string(), z.string()),
})
export type BackedUpObject = z.infer<typeof BackedUpObject>

/** One backup: `backups/<name>/manifest`. It is written last, so a backup without one was cut. */
export const Manifest = z.object({
  format: z.literal(3),
  name: z.string(),
  environment: z.enum(backupEnvironments),
  /** Of a local site. */
  port: z.nullable(z.number()),
  /** Before the first database was read: erasures from this moment on are missing in the backup. */
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** By name, such as `gallery/DB`: the rows of each table. The SQL is beside the manifest. */
  databases: z.record(z.string(), z.record(z.string(), z.number())),
  /** By name, such as `gallery/IMAGES`: the objects, in the order of their keys. */
  buckets: z.record(z.string(), z.array(BackedUpObject)),
})
export type Manifest = z.infer<typeof Manifest>

/** The path of a backup's manifest or of a database's SQL. */
export function partPath(backup: string, part: string): string {
  return `backups/${backup}/${part.replace('/', '-')}`
}

/** An object is written once, whichever backups contain it. */
export function objectPath(bucket: string, { key, etag }: BackedUpObject): string {
  const name = createHash('sha256').update(`${bucket}\n${key}\n${etag}`).digest('hex')
  return `objects/${name.slice(0, 2)}/${name}`
}

export function listBackups(vault: Vault): string[] {
  return vault.list('backups').flatMap((path) => /^backups\/([^/]+)\/manifest$/.exec(path)?.[1] ?? [])
}

export async function readManifest(vault: Vault, name: string): Promise<Manifest> {
  if (!listBackups(vault).includes(name)) throw new ExpectedError(`There is no backup ${name}`)
  const manifest = z.parse(Manifest, JSON.parse((await vault.read(partPath(name, 'manifest'))).toString()))
  if (manifest.name !== name) throw new DamagedError(`The manifest of ${name} is that of ${manifest.name}`)
  return manifest
}

/** Throws `DamagedError` if the bytes are not the object's. */
export async function readObject(vault: Vault, bucket: string, object: BackedUpObject): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await vault.read(objectPath(bucket, object)))
  if (md5(bytes) !== object.etag) throw new DamagedError(`${objectPath(bucket, object)} is damaged`)
  return bytes
}

export function md5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex')
}

/** The newest backup of an environment, or null. */
export async function findNewestManifest(vault: Vault, environment: BackupEnvironment): Promise<Manifest | null> {
  for (const name of listBackups(vault).toReversed()) if (name.endsWith(`_${environment}`)) return readManifest(vault, name)
  return null
}
