import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it, vi } from 'vitest'
import { ArchiveLink } from './contract.ts'
import { imageKey } from './designs-files.ts'
import { archiveLifetimeMs } from './lifetimes.ts'
import { places } from './places.ts'
import { call, callAs, codeOf, deleteOne, json, newDesign, read, saveDesign } from './testing.ts'

const request = (memberId: string, ids: string[]) =>
  callAs(memberId, '/api/gallery/archives', json('POST', { ids }))
const linkTo = async (memberId: string, ids: string[]) =>
  (await read(ArchiveLink, request(memberId, ids))).url
const download = async (url: string) => unzipSync(await (await call(url)).bytes())
const save = (memberId: string, subject = 'un loup') => saveDesign(newDesign(memberId, { subject }))

it('an archive holds the images of the selection under names that every system takes', async () => {
  const wolf = await saveDesign(
    newDesign('zip', { subject: 'Loup: « ../cœur » 🌿?', createdAt: '2026-11-20T10:00:01.000Z' }),
  )
  const rose = await saveDesign(
    newDesign('zip', { subject: '...', origin: 'ai', createdAt: '2026-11-20T10:00:00.000Z' }),
  )
  await saveDesign(newDesign('zip'))
  const url = await linkTo('zip', [rose.id, wolf.id])
  const answer = await call(url)
  const headers = ['content-type', 'content-disposition', 'cache-control'].map((name) =>
    answer.headers.get(name),
  )
  expect(headers).toEqual([
    'application/zip',
    'attachment; filename="encre-designs.zip"',
    'no-store',
  ])
  const files = unzipSync(await answer.bytes())
  expect(Object.keys(files)).toEqual([
    '001 Loup « .. cœur » 🌿.png',
    '002 design.png',
    'Origine des images.txt',
  ])
  expect(strFromU8(files['Origine des images.txt'] ?? new Uint8Array())).toContain(
    '\r\n002 design.png : Image générée par IA\r\n',
  )
  expect(files['002 design.png']).toEqual(await (await call(rose.imageUrl)).bytes())
})

it('an archive lists the images that could not be read', async () => {
  const lost = await save('zip-lost', 'Perdu')
  const found = await save('zip-lost', 'Là')
  await env.IMAGES.delete(imageKey(await ownerKey('zip-lost'), lost.id))
  const files = await download(await linkTo('zip-lost', [lost.id, found.id]))
  expect(Object.keys(files)).toHaveLength(3)
  expect(strFromU8(files['Images manquantes.txt'] ?? new Uint8Array())).toContain('Perdu')
})

it('an archive leaves out designs of other members and deleted designs', async () => {
  const mine = await save('zip-own', 'à moi')
  const deleted = await save('zip-own')
  const theirs = await save('zip-other')
  const url = await linkTo('zip-own', [mine.id, deleted.id, theirs.id])
  await deleteOne('zip-own', deleted.id)
  expect(Object.keys(await download(url))).toEqual(['001 à moi.png', 'Origine des images.txt'])
})

it('an archive is the same 404 for a guessed and for an expired address', async () => {
  const { id } = await save('zip')
  const url = await linkTo('zip', [id])
  expect((await call(`/api/gallery/archives/${'A'.repeat(22)}`)).status).toBe(404)
  vi.setSystemTime(Date.now() + archiveLifetimeMs + 1)
  expect((await call(url)).status).toBe(404)
  const page = await call(url, { headers: { 'sec-fetch-dest': 'document' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
})

it('an archive is not stored with the token of a deleted account, or for the designs of others only', async () => {
  const { id } = await save('zip-erased')
  expect((await request('zip-stranger', [id])).status).toBe(404)
  await exports.DesignLibrary.eraseMember('zip-erased')
  expect((await request('zip-erased', [id])).status).toBe(429)
  const count = env.DB.prepare(
    "select count(*) as count from archives where member_id in ('zip-erased', 'zip-stranger')",
  )
  expect(await count.first('count')).toBe(0)
})

it('an archive is refused to a member who has twenty, until the sweep deleted them', async () => {
  const { id } = await save('zip-many')
  const answers = await Promise.all(
    Array.from({ length: places.costs.archive.limit }, () => request('zip-many', [id])),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await codeOf(await request('zip-many', [id]))).toEqual([429, 'resource-exhausted'])
  const few = await save('zip-few')
  expect((await request('zip-few', [few.id])).status).toBe(201)
  vi.setSystemTime(Date.now() + archiveLifetimeMs + 1)
  await exports.default.sweep()
  expect((await request('zip-many', [id])).status).toBe(201)
})
