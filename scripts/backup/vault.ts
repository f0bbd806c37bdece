import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { ExpectedError } from '../lib/expected-error.ts'

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
