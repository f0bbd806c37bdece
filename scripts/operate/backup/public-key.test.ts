import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeEach, expect, it } from 'vitest'
import { createFolder } from '../../lib/testing/scratch-folder.ts'
import { queryOf } from '../storage/database-pages.ts'
import type { SiteStorage, StoredObject } from '../storage/site-storage.ts'
import {
  createBackup,
  drilledPath,
  findBackup,
  findChanges,
  openVault,
  readManifest,
} from './backups.ts'

let folder: string
let key: string
let publicKey: string
let proofKey: string
const objects = new Map<string, string>()
const marked: StoredObject['customMetadata'][] = []

beforeEach(async () => {
  folder = createFolder()
  key = await generateX25519Identity()
  publicKey = await identityToRecipient(key)
  proofKey = await generateX25519Identity()
  objects.clear()
  objects.set('owners/zoe/one', 'a wolf').set('owners/zoe/two', 'a rose')
  marked.length = 0
})
function openSite(): SiteStorage {
  const database = new DatabaseSync(':memory:')
  database.exec("create table designs (id text primary key); insert into designs values ('one')")
  const never = () => Promise.reject(new Error('a backup only reads'))
  const bucket = (contents: Map<string, string>) => ({
    async *list() {
      for (const [key, text] of contents) {
        const etag = createHash('md5').update(text).digest('hex')
        yield { key, size: text.length, etag, httpMetadata: {}, customMetadata: {} }
      }
    },
    read: async (key: string) => new TextEncoder().encode(contents.get(key)),
    write: async ({ customMetadata }: Pick<StoredObject, 'customMetadata'>) =>
      void marked.push(customMetadata),
    delete: never,
  })
  return {
    databases: new Map([
      ['gallery/DB', { query: queryOf(database), import: never, isEmpty: never }],
    ]),
    buckets: new Map([
      ['gallery/IMAGES', bucket(objects)],
      ['shell/RELEASES', bucket(new Map())],
    ]),
  }
}

const backUp = async () =>
  createBackup(await openVault(folder, publicKey), openSite(), 'production', () => {}, proofKey)

it('encrypts with the public key, which opens nothing; the whole key opens everything, and no other key has a file', async () => {
  const { name } = await backUp()
  const writer = await openVault(folder, publicKey)
  await expect(readManifest(writer, 'production')).rejects.toThrow('with the public key')
  const reader = await openVault(folder, key)
  const { databases } = await readManifest(reader, 'production')
  expect(databases).toEqual(['gallery/DB'])
  const opened = await Promise.all(reader.list('objects').map((path) => reader.read(path)))
  expect(opened.map(String).sort()).toEqual(['a rose', 'a wolf'])
  const [path = ''] = reader.list('objects')
  expect(readFileSync(join(folder, publicKey, path), 'latin1')).toMatch(/^age-encryption\.org\/v1/)
  expect((await openVault(folder, proofKey)).has(path)).toBe(false)
  await expect(openVault(folder, 'short')).rejects.toThrow('ENCRE_BACKUP_KEY must be an age key')
  expect(findBackup(writer, 'production')).toBe(name)
})

it('finds a changed or missing file, another list and a proof for another key, without the whole key', async () => {
  const { name } = await backUp()
  const vault = await openVault(folder, publicKey)
  expect(await findChanges(vault, name, proofKey)).toEqual([])
  expect(await findChanges(vault, name, await generateX25519Identity())).toHaveLength(1)
  const list = join(vault.folder, 'backups', name, 'list')
  const [one = '', two = ''] = vault.list('objects')
  writeFileSync(join(vault.folder, one), 'changed')
  vault.delete(two)
  expect((await findChanges(vault, name, proofKey)).sort()).toEqual(
    [`${one} is changed`, `${two} is missing`].sort(),
  )
  writeFileSync(list, readFileSync(list, 'utf8').replace(/,"objects[^}]*/, ''))
  expect(await findChanges(vault, name, proofKey)).toContain(
    `backups/${name}/proof does not open, or tells of another list`,
  )
})

it('says that a backup ended only when what was stored is what was written, and when the last drill was', async () => {
  await backUp()
  expect(marked).toEqual([{}])
  const vault = await openVault(folder, publicKey)
  vault.writePlain(drilledPath, '2026-11-28T00:00:00.000Z')
  await backUp()
  expect(marked.splice(1)).toEqual([{ drilled: '2026-11-28T00:00:00.000Z' }])
  const [one = ''] = vault.list('objects')
  writeFileSync(join(vault.folder, one), 'changed')
  await expect(backUp()).rejects.toThrow(`${one} is changed`)
  expect(marked).toHaveLength(1)
})
