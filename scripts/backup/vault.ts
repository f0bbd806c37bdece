import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import * as z from 'zod'
import { environments } from '../deploy/environments.ts'
import { ExpectedError } from '../lib/run-command.ts'
import { StoredObject } from '../storage/site-storage.ts'

/** A folder of backups. Each file is encrypted in the format of https://age-encryption.org. */
export interface Vault {
  folder: string
  has(path: string): boolean
  /** Throws `DamagedError` for a file that is missing or was changed, which age detects. */
  read(path: string): Promise<Buffer<ArrayBuffer>>
  /** A file appears whole or not at all. */
  write(path: string, bytes: Uint8Array): Promise<void>
  list(kind: 'backups' | 'objects'): string[]
  delete(path: string): void
}

export class DamagedError extends ExpectedError {
  override name = 'DamagedError'
}

/** Opens the vault of a key: a folder below `parent` with the name of its recipient, so that no two keys share a file. */
export async function openVault(parent: string, key = ''): Promise<Vault> {
  const recipient = await identityToRecipient(key).catch(() => {
    throw new ExpectedError('ENCRE_BACKUP_KEY must be an age key, AGE-SECRET-KEY-1...: npm run backup -- --new-key prints one')
  })
  const folder = join(parent, recipient)
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  mkdirSync(folder, { recursive: true })
  return {
    folder,
    has: (path) => existsSync(join(folder, path)),
    read: async (path) => {
      const file = join(folder, path)
      if (!existsSync(file)) throw new DamagedError(`${file} is missing`)
      try {
        return Buffer.from(await decrypter.decrypt(readFileSync(file)))
      } catch {
        throw new DamagedError(`${file} is damaged`)
      }
    },
    write: async (path, bytes) => {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, await encrypter.encrypt(bytes), { flush: true, mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
    list: (kind) => globSync(`${kind}/*/*`, { cwd: folder, exclude: ['**/*.new'] }).sort(),
    delete: (path) => rmSync(join(folder, path)),
  }
}

/** Shorter than the list of erasures lives (`erasureListLifetimeMs` of the account worker). The privacy page states the duration. */
export const backupLifetimeMs = 30 * 24 * 60 * 60 * 1000

/** One backup: `backups/<name>/manifest`. It is written last, so a backup without one was cut. */
const Manifest = z.object({
  format: z.literal(4),
  name: z.string(),
  environment: z.enum(environments),
  /** Before the first database was read: erasures from this moment on are missing in the backup. */
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Such as `gallery/DB`. The SQL is beside the manifest. */
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

export function listBackups(vault: Vault): string[] {
  return vault.list('backups').flatMap((path) => /^backups\/([^/]+)\/manifest$/.exec(path)?.[1] ?? [])
}

export async function readManifest(vault: Vault, environment: Manifest['environment'], named?: string): Promise<Manifest> {
  const name = listBackups(vault).findLast((one) => (named ? one === named : one.endsWith(`_${environment}`)))
  if (!name) throw new ExpectedError(`There is no backup ${named ?? `of ${environment}`} in ${vault.folder}`)
  return z.parse(Manifest, JSON.parse((await vault.read(partPath(name, 'manifest'))).toString()))
}
