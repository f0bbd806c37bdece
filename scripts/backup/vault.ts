import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ExpectedError } from '../lib/expected-error.ts'

/** Bytes of one file of the vault. Content is cut into pieces of this size, so that no copy has to fit into memory. */
export const pieceBytes = 8 * 1024 * 1024

/** The names of the pieces of one content, in order. */
export type Pieces = string[]

/**
 * A folder of backups. Each piece of content is a file that is named after its hash, so the same content is stored once, and a damaged
 * file is noticed when it is read. With a key, names are keyed hashes and files are encrypted (AES-256-GCM).
 */
export interface Vault {
  /** Returns the names of the pieces. Writes only those that the vault lacks. */
  write(bytes: Uint8Array): Pieces
  /** Throws `DamagedError` for a piece that is missing or damaged. */
  read(pieces: Pieces): Buffer<ArrayBuffer>
  has(pieces: Pieces): boolean
  /** The names of the manifests, oldest first. */
  listManifests(): string[]
  writeManifest(name: string, text: string): void
  readManifest(name: string): string
  deleteManifest(name: string): void
  /** Deletes every piece that is not in `kept`. Returns how many. */
  deletePieces(kept: ReadonlySet<string>): number
}

export class DamagedError extends ExpectedError {
  override name = 'DamagedError'
}

/** Creates the folder, or opens it. Throws a sentence if the key is missing, malformed or another than the folder's. */
export function openVault(folder: string, key: string | undefined): Vault {
  const cipher = key ? createCipher(key) : null
  requireSameKey(folder, cipher ? cipher.nameOf(Buffer.from('encre')) : null)
  const nameOf = (bytes: Uint8Array) => cipher?.nameOf(bytes) ?? createHash('sha256').update(bytes).digest('hex')
  const pathOf = (name: string) => join(folder, 'pieces', name.slice(0, 2), name)
  const manifestPath = (name: string) => join(folder, 'manifests', name)

  const readPiece = (name: string): Buffer => {
    let stored: Buffer
    try {
      stored = readFileSync(pathOf(name))
    } catch {
      throw new DamagedError(`${pathOf(name)} is missing`)
    }
    const bytes = cipher ? cipher.decrypt(stored, name) : stored
    if (!bytes || nameOf(bytes) !== name) throw new DamagedError(`${pathOf(name)} is damaged`)
    return bytes
  }
  return {
    write: (bytes) => {
      const names: Pieces = []
      for (let at = 0; at === 0 || at < bytes.length; at += pieceBytes) {
        const piece = bytes.subarray(at, at + pieceBytes)
        const name = nameOf(piece)
        if (!existsSync(pathOf(name))) writeWhole(pathOf(name), cipher ? cipher.encrypt(piece, name) : piece)
        names.push(name)
      }
      return names
    },
    read: (pieces) => Buffer.concat(pieces.map(readPiece)),
    has: (pieces) => pieces.every((name) => existsSync(pathOf(name))),
    listManifests: () => (existsSync(join(folder, 'manifests')) ? readdirSync(join(folder, 'manifests')).filter(isWhole).sort() : []),
    writeManifest: (name, text) => writeWhole(manifestPath(name), cipher ? cipher.encrypt(Buffer.from(text), name) : Buffer.from(text)),
    readManifest: (name) => {
      const stored = readFileSync(manifestPath(name))
      const bytes = cipher ? cipher.decrypt(stored, name) : stored
      if (!bytes) throw new DamagedError(`${manifestPath(name)} is damaged`)
      return bytes.toString()
    },
    deleteManifest: (name) => rmSync(manifestPath(name)),
    deletePieces: (kept) => {
      const all = existsSync(join(folder, 'pieces')) ? readdirSync(join(folder, 'pieces'), { recursive: true, withFileTypes: true }) : []
      const left = all.filter((file) => file.isFile() && !kept.has(file.name))
      for (const { name, parentPath } of left) rmSync(join(parentPath, name))
      return left.length
    },
  }
}

interface Cipher {
  nameOf(bytes: Uint8Array): string
  encrypt(bytes: Uint8Array, name: string): Buffer
  /** Null if the bytes were changed, or belong to another name. */
  decrypt(stored: Buffer, name: string): Buffer | null
}

function createCipher(key: string): Cipher {
  if (!/^[0-9a-f]{64}$/.test(key)) throw new ExpectedError('ENCRE_BACKUP_KEY must be 64 hex digits: openssl rand -hex 32')
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', `encre backup ${purpose}`, 32))
  const names = derive('names')
  const content = derive('content')
  return {
    nameOf: (bytes) => createHmac('sha256', names).update(bytes).digest('hex'),
    encrypt: (bytes, name) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', content, iv).setAAD(Buffer.from(name))
      return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    },
    decrypt: (stored, name) => {
      try {
        const decipher = createDecipheriv('aes-256-gcm', content, stored.subarray(0, 12)).setAAD(Buffer.from(name))
        decipher.setAuthTag(stored.subarray(-16))
        return Buffer.concat([decipher.update(stored.subarray(12, -16)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

/** A folder has one key, or none. That never changes. The file `key` has a hash of it. */
function requireSameKey(folder: string, check: string | null): void {
  const path = join(folder, 'key')
  const text = check ?? 'none'
  if (!existsSync(path)) {
    if (existsSync(join(folder, 'manifests'))) throw new ExpectedError(`${path} is missing: it is a part of the backups. Put it back.`)
    writeWhole(path, Buffer.from(text))
    return
  }
  const known = readFileSync(path, 'utf8')
  if (known === text) return
  if (known === 'none')
    throw new ExpectedError(`The backups in ${folder} are not encrypted. Unset ENCRE_BACKUP_KEY, or choose another folder.`)
  throw new ExpectedError(`The backups in ${folder} are encrypted with ${check ? 'another key' : 'a key'}. Set it in ENCRE_BACKUP_KEY.`)
}

/** A file appears whole or not at all. */
function writeWhole(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, bytes, { flush: true, mode: 0o600 })
  renameSync(`${path}.new`, path)
}

function isWhole(name: string): boolean {
  return !name.endsWith('.new')
}
