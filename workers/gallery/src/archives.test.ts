import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { maxPerMember } from './archives.ts'
import { ArchiveLink, galleryPaths } from './contract.ts'
import { imageKey } from './designs-files.ts'
import { archiveLifetimeMs } from './lifetimes.ts'
import { call, callAs, newDesign, saveDesign } from './testing.ts'

async function request(memberId: string, ids: string[]) {
  const headers = { 'content-type': 'application/json' }
  return callAs(memberId, galleryPaths.archives, { method: 'POST', headers, body: JSON.stringify({ ids }) })
}

async function linkTo(memberId: string, ids: string[]): Promise<string> {
  return ArchiveLink.parse(await (await request(memberId, ids)).json()).url
}

async function download(url: string) {
  const answer = await call(url)
  expect(answer.status).toBe(200)
  return unzipSync(await answer.bytes())
}

afterEach(() => {
  vi.useRealTimers()
})

describe('an archive', () => {
  it('holds the images of the selection under names that every system takes', async () => {
    const wolf = await saveDesign(newDesign('zip', { subject: 'Loup: « ../cœur » 🌿?', createdAt: '2026-11-20T10:00:01.000Z' }))
    const rose = await saveDesign(newDesign('zip', { subject: '...', origin: 'ai', createdAt: '2026-11-20T10:00:00.000Z' }))
    await saveDesign(newDesign('zip'))
    const url = await linkTo('zip', [rose.id, wolf.id])
    const answer = await call(url)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const files = unzipSync(await answer.bytes())
    expect(Object.keys(files)).toEqual(['001 Loup « .. cœur » 🌿.png', '002 design.png', 'Origine des images.txt'])
    expect(strFromU8(files['Origine des images.txt'] ?? new Uint8Array())).toContain('\r\n002 design.png : Image générée par IA\r\n')
    expect(files['002 design.png']).toEqual(await (await call(rose.imageUrl)).bytes())
  })

  it('lists the images that could not be read', async () => {
    const lost = await saveDesign(newDesign('zip-lost', { subject: 'Perdu' }))
    const found = await saveDesign(newDesign('zip-lost', { subject: 'Là' }))
    await env.IMAGES.delete(imageKey(await ownerKey('zip-lost'), lost.id))
    const files = await download(await linkTo('zip-lost', [lost.id, found.id]))
    expect(Object.keys(files)).toHaveLength(3)
    expect(strFromU8(files['Images manquantes.txt'] ?? new Uint8Array())).toContain('Perdu')
  })

  it('leaves out designs of other members and deleted designs', async () => {
    const mine = await saveDesign(newDesign('zip-own', { subject: 'à moi' }))
    const deleted = await saveDesign(newDesign('zip-own'))
    const theirs = await saveDesign(newDesign('zip-other'))
    const url = await linkTo('zip-own', [mine.id, deleted.id, theirs.id])
    await callAs('zip-own', galleryPaths.design(deleted.id), { method: 'DELETE' })
    expect(Object.keys(await download(url))).toEqual(['001 à moi.png', 'Origine des images.txt'])
  })

  it('is the same 404 for a guessed and for an expired address', async () => {
    const { id } = await saveDesign(newDesign('zip'))
    const url = await linkTo('zip', [id])
    expect((await call(galleryPaths.archive('A'.repeat(22)))).status).toBe(404)
    vi.setSystemTime(Date.now() + archiveLifetimeMs + 1)
    expect((await call(url)).status).toBe(404)
    const page = await call(url, { headers: { 'sec-fetch-dest': 'document' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  })

  it('is not stored with the token of a deleted account, or for the designs of others only', async () => {
    const { id } = await saveDesign(newDesign('zip-erased'))
    expect((await request('zip-stranger', [id])).status).toBe(404)
    await exports.DesignLibrary.eraseMember('zip-erased')
    expect((await request('zip-erased', [id])).status).toBe(404)
    const count = env.DB.prepare("select count(*) as count from archives where member_id in ('zip-erased', 'zip-stranger')")
    expect(await count.first('count')).toBe(0)
  })

  it('is refused to a member who has twenty, until the sweep deleted them', async () => {
    const { id } = await saveDesign(newDesign('zip-many'))
    for (let count = 0; count < maxPerMember; count++) expect((await request('zip-many', [id])).status).toBe(201)
    const refused = await request('zip-many', [id])
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'resource-exhausted' }])
    const few = await saveDesign(newDesign('zip-few'))
    expect((await request('zip-few', [few.id])).status).toBe(201)
    vi.setSystemTime(Date.now() + archiveLifetimeMs + 1)
    await exports.default.sweep()
    expect((await request('zip-many', [id])).status).toBe(201)
  })
})
