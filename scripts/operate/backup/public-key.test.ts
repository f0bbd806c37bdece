import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastBackupKey } from '@encre/protocol/backup'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeEach, expect, it } from 'vitest'
import { createFolder } from '../../lib/testing/scratch-folder.ts'
import { startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { listOf, openFakeSite, type Site } from '../restore/testing/fill-site.ts'
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
let site: Site

beforeEach(async () => {
  folder = createFolder()
  key = await generateX25519Identity()
  publicKey = await identityToRecipient(key)
  proofKey = await generateX25519Identity()
  site = await openFakeSite(await startFakeCloudflare(), 'production', true)
})

const backUp = async () =>
  createBackup(await openVault(folder, publicKey), site, 'production', () => {}, proofKey)

it('encrypts with the public key, which opens nothing; the whole key opens everything, and no other key has a file', async () => {
  const { name } = await backUp()
  const writer = await openVault(folder, publicKey)
  await expect(readManifest(writer, 'production')).rejects.toThrow('with the public key')
  const reader = await openVault(folder, key)
  const { databases } = await readManifest(reader, 'production')
  expect(databases).toEqual([...site.databases.keys()])
  const opened = await Promise.all(reader.list('objects').map((path) => reader.read(path)))
  const [first] = await listOf(site, 'gallery/IMAGES')
  expect(opened).toContainEqual(Buffer.from((await site.images.read(first?.key ?? '')) ?? ''))
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
  const readMark = async () =>
    (await listOf(site, 'shell/RELEASES')).find((one) => one.key === lastBackupKey)?.customMetadata
  await backUp()
  expect(await readMark()).toEqual({})
  const vault = await openVault(folder, publicKey)
  vault.writePlain(drilledPath, '2026-11-28T00:00:00.000Z')
  await backUp()
  expect(await readMark()).toEqual({ drilled: '2026-11-28T00:00:00.000Z' })
  vault.writePlain(drilledPath, 'later')
  const [one = ''] = vault.list('objects')
  writeFileSync(join(vault.folder, one), 'changed')
  await expect(backUp()).rejects.toThrow(`${one} is changed`)
  expect(await readMark()).toEqual({ drilled: '2026-11-28T00:00:00.000Z' })
})
