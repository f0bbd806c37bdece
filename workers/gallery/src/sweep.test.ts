import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { beforeEach, expect, it, vi } from 'vitest'
import { imageKey } from './designs-files.ts'
import { orphanAfterMs, sweepImages } from './sweep.ts'
import { startRemovals } from './sweep-store.ts'
import { call, emptyGallery, minuteMs, newDesign, png, saveDesign } from './testing.ts'

const advance = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

async function putOrphan(designId = crypto.randomUUID()): Promise<string> {
  const key = imageKey(await ownerKey('orphan'), designId)
  await env.IMAGES.put(key, png)
  return key
}

// The sweep removes nothing while the gallery has no design.
beforeEach(() => saveDesign(newDesign('keeper')))

it('deletes no image while the database has no design: it was lost, and its restore needs the images', async () => {
  await emptyGallery()
  const key = await putOrphan()
  advance(orphanAfterMs + minuteMs)
  expect(await exports.default.sweep()).toMatchObject({ imagesRead: 1, imagesRemoved: 0 })
  expect(await env.IMAGES.head(key)).not.toBeNull()
  await saveDesign(newDesign('first'))
  expect(await exports.default.sweep()).toMatchObject({ imagesRemoved: 1 })
})

it('deletes an image without a design after an hour, and no other image', async () => {
  const key = await putOrphan()
  const saved = await saveDesign(newDesign('keeper'))
  advance(orphanAfterMs - minuteMs)
  expect(await exports.default.sweep()).toMatchObject({ imagesRemoved: 0 })
  advance(2 * minuteMs)
  expect(await exports.default.sweep()).toMatchObject({ imagesRemoved: 1 })
  expect(await env.IMAGES.head(key)).toBeNull()
  expect((await call(saved.imageUrl)).status).toBe(200)
})

it('reads the bucket in parts and starts again at the end', async () => {
  for (let round = 0; round < 2; round++) {
    const orphans = await Promise.all(Array.from({ length: 5 }, () => putOrphan()))
    advance(orphanAfterMs + minuteMs)
    const { objects } = await env.IMAGES.list()
    let read = 0
    while (read < objects.length) {
      const { imagesRead } = await sweepImages(env, 2)
      expect(imagesRead).toBeGreaterThan(0)
      expect(imagesRead).toBeLessThanOrEqual(2)
      read += imagesRead
    }
    expect(await Promise.all(orphans.map((key) => env.IMAGES.head(key)))).toEqual(orphans.map(() => null))
    vi.useRealTimers()
  }
})

it('finishes the deletion that an earlier sweep started, and saves no design meanwhile', async () => {
  const design = newDesign('orphan')
  const key = await putOrphan(design.id)
  await startRemovals(env.DB, [{ isDeleted: false, designId: design.id, key }])
  await expect(saveDesign(design)).rejects.toThrow('try again')
  expect(await exports.DesignLibrary.findDesign('orphan', design.id)).toBeNull()
  await exports.default.sweep()
  expect(await env.IMAGES.head(key)).toBeNull()
  const { imageUrl } = await saveDesign(design)
  expect((await call(imageUrl)).status).toBe(200)
})

it('does not mark an image whose design was saved meanwhile', async () => {
  const design = newDesign('keeper')
  const { imageUrl } = await saveDesign(design)
  await startRemovals(env.DB, [{ isDeleted: false, designId: design.id, key: imageKey(await ownerKey('keeper'), design.id) }])
  await exports.default.sweep()
  expect((await call(imageUrl)).status).toBe(200)
})
