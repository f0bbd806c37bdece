import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { expect, it, vi } from 'vitest'
import { galleryPaths } from './contract.ts'
import { imageKey } from './designs-files.ts'
import { call, callAs, newDesign, png, saveDesign } from './testing.ts'

const keyOf = async (memberId: string, designId: string) => imageKey(await ownerKey(memberId), designId)

it('saves a design once and ignores the content of a second call', async () => {
  const design = newDesign('ana')
  const first = await saveDesign(design)
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]).buffer
  const second = await saveDesign({ ...design, subject: 'une rose', createdAt: '2027-01-01T00:00:00.000Z' }, jpeg)
  expect(second).toEqual(first)
  expect((await call(first.imageUrl)).headers.get('content-type')).toBe('image/png')
  const { count } = await exports.DesignLibrary.summarizeDesigns('ana', 1)
  expect(count).toBe(1)
})

it('inserts one row when a design is saved ten times at once', async () => {
  const design = newDesign('crowd')
  const saved = await Promise.all(Array.from({ length: 10 }, () => saveDesign(design)))
  expect(new Set(saved.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect((await exports.DesignLibrary.summarizeDesigns('crowd', 5)).count).toBe(1)
})

it('continues after a crash between image and row', async () => {
  const design = newDesign('crash')
  await env.IMAGES.put(await keyOf('crash', design.id), png, { httpMetadata: { contentType: 'image/png' } })
  expect(await saveDesign(design)).toMatchObject(design)
})

it('stores the image again that was swept just before its row was inserted', async () => {
  const design = newDesign('race')
  const key = await keyOf('race', design.id)
  await env.IMAGES.put(key, png)
  const batch = env.DB.batch.bind(env.DB)
  vi.spyOn(env.DB, 'batch').mockImplementationOnce(async (statements) => {
    await env.IMAGES.delete(key)
    return batch(statements)
  })
  const { imageUrl } = await saveDesign(design)
  expect((await call(imageUrl)).status).toBe(200)
})

it('refuses a file that is not an image, and an invalid row', async () => {
  const design = newDesign('ana')
  await expect(saveDesign(design, new Uint8Array(new TextEncoder().encode('<svg onload="alert(1)">')).buffer)).rejects.toThrow(
    'neither PNG',
  )
  await expect(saveDesign({ ...design, id: '../../etc' })).rejects.toThrow()
  await expect(saveDesign({ ...design, createdAt: 'yesterday' })).rejects.toThrow()
  expect(await exports.DesignLibrary.findDesign('ana', design.id)).toBeNull()
})

it("never returns another member's design", async () => {
  const design = newDesign('ana')
  await saveDesign(design)
  expect(await exports.DesignLibrary.findDesign('ben', design.id)).toBeNull()
  await expect(saveDesign({ ...design, userId: 'ben' })).rejects.toThrow('another member')
})

it('finds several designs of one member at once', async () => {
  const [first, second, theirs] = [newDesign('several'), newDesign('several'), newDesign('stranger')]
  for (const design of [first, second, theirs]) await saveDesign(design)
  const found = await exports.DesignLibrary.findDesigns('several', [second.id, theirs.id, 'missing'])
  expect(found.map(({ id }) => id)).toEqual([second.id])
  expect((await call(found[0]?.imageUrl ?? '')).status).toBe(200)
  expect(await exports.DesignLibrary.findDesigns('several', [])).toEqual([])
})

it('returns the number of designs and the newest', async () => {
  const times = ['2026-11-01T00:00:00.000Z', '2026-11-03T00:00:00.000Z', '2026-11-02T00:00:00.000Z']
  for (const createdAt of times) await saveDesign(newDesign('summary', { createdAt }))
  const { count, recent } = await exports.DesignLibrary.summarizeDesigns('summary', 2)
  expect(count).toBe(3)
  await callAs('summary', galleryPaths.design(recent[0]?.id ?? ''), { method: 'DELETE' })
  expect((await exports.DesignLibrary.summarizeDesigns('summary', 1)).count).toBe(2)
  expect(recent.map(({ createdAt }) => createdAt)).toEqual([times[1], times[2]])
})

it('erases rows and images of one member only', async () => {
  const mine = await saveDesign(newDesign('leaver'))
  const theirs = await saveDesign(newDesign('stayer'))
  await exports.DesignLibrary.eraseMember('leaver')
  expect(await exports.DesignLibrary.findDesign('leaver', mine.id)).toBeNull()
  expect(await env.IMAGES.head(await keyOf('leaver', mine.id))).toBeNull()
  expect((await call(theirs.imageUrl)).status).toBe(200)
})
