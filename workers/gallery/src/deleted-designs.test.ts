import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { describe, expect, it, vi } from 'vitest'
import { BatchResult, DeletedDesigns, mostDesignsAtOnce } from './contract.ts'
import { copyObject } from './delete-designs.ts'
import { markDeleted } from './deleted-store.ts'
import { deletedImageKey, imageKey, thumbnailKey } from './designs-files.ts'
import { undoPeriodMs } from './lifetimes.ts'
import { beingSavedMs, orphanAfterMs } from './sweep.ts'
import { startRemovals } from './sweep-store.ts'
import {
  call,
  callAs,
  deleteOne,
  json,
  listDesigns,
  minuteMs,
  newDesign,
  read,
  restore,
  saveDesign,
} from './testing.ts'

const batch = (memberId: string, path: string, ids: string[]) =>
  callAs(memberId, path, json('POST', { ids }))
const remove = (memberId: string, ...ids: string[]) =>
  read(BatchResult, batch(memberId, '/api/gallery/deleted-designs', ids))
const statusOf = async (memberId: string, path: string) => (await callAs(memberId, path)).status
const listDeleted = async (memberId: string) =>
  (await read(DeletedDesigns, callAs(memberId, '/api/gallery/deleted-designs'))).designs

async function save(memberId: string) {
  const { imageUrl, id } = await saveDesign(newDesign(memberId))
  return { id, imageUrl, owner: await ownerKey(memberId) }
}

it('a deleted design: is listed with its time to undo, counted and served no more', async () => {
  const { id, imageUrl, owner } = await save('deleter')
  expect((await call(`${imageUrl}&w=512`)).status).toBe(200)
  expect((await deleteOne('deleter', id)).status).toBe(204)
  expect(await listDesigns('deleter')).toMatchObject({ designs: [], total: 0 })
  for (const part of ['', '/settings', '/neighbours']) {
    expect(await statusOf('deleter', `/api/gallery/designs/${id}${part}`)).toBe(404)
  }
  for (const url of [imageUrl, `${imageUrl}&w=512`]) {
    expect((await call(url)).status).toBe(404)
  }
  expect(await env.IMAGES.head(thumbnailKey(owner, id))).toBeNull()
  const [deleted] = await listDeleted('deleter')
  expect(deleted).toMatchObject({ id, subject: 'un loup', style: 'traditional' })
  expect(Date.parse(deleted?.restorableUntil ?? '') - Date.parse(deleted?.deletedAt ?? '')).toBe(
    undoPeriodMs,
  )
})

it('a write that arrives late changes nothing that was changed after its press', async () => {
  const { id } = await save('late')
  const star = (favourite: boolean, ageMs?: number) =>
    callAs('late', '/api/gallery/favourites', json('PUT', { ids: [id], favourite, ageMs }))
  const late = (path: string) =>
    read(BatchResult, callAs('late', path, json('POST', { ids: [id], ageMs: minuteMs })))
  expect((await star(true)).status).toBe(204)
  expect((await star(true, minuteMs)).status).toBe(204)
  expect((await star(false, minuteMs)).status).toBe(409)
  expect((await listDesigns('late')).designs).toMatchObject([{ id, favourite: true }])
  expect((await star(false, 0)).status).toBe(204)

  // Stars and deletions have times of their own.
  expect(await late('/api/gallery/deleted-designs')).toEqual({ done: [id], failed: [] })
  expect(await late('/api/gallery/deleted-designs')).toEqual({ done: [id], failed: [] })
  expect(await late('/api/gallery/deleted-designs/restore')).toEqual({ done: [], failed: [] })
  expect(await listDeleted('late')).toMatchObject([{ id }])
  expect(await restore('late', id)).toEqual({ done: [id], failed: [] })
  expect(await late('/api/gallery/deleted-designs')).toEqual({ done: [], failed: [] })
  expect((await listDesigns('late')).designs).toMatchObject([{ id }])
})

it('every one of a thousand deleted designs can be reached', async () => {
  const at = new Date().toISOString()
  const insert = env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
     insert into designs (id, member_id, subject, folded_subject, prompt, choices, style, model, origin, created_at, deleted_at)
     select 'd' || i, 'cleaner', 'x', 'x', '', '{}', 'dotwork', 'm', 'ai', ?1, ?1 from n`,
  )
  await insert.bind(at).run()
  const seen = new Set<string>()
  let query = ''
  do {
    const page = await read(
      DeletedDesigns,
      callAs('cleaner', `/api/gallery/deleted-designs${query}`),
    )
    for (const { id } of page.designs) seen.add(id)
    query = page.next === undefined ? '' : `?cursor=${page.next}`
  } while (query !== '')
  expect(seen.size).toBe(1000)
  expect(await statusOf('cleaner', `/api/gallery/deleted-designs?cursor=x`)).toBe(400)
  // The other tests of this file count what the sweep removes.
  await exports.DesignLibrary.eraseMember('cleaner')
})

it('a deleted design: is shown small in the list of its member until it is restored, at an address of its own', async () => {
  const { id } = await save('shown')
  await deleteOne('shown', id)
  const [{ imageUrl = '' } = {}] = await listDeleted('shown')
  const image = await call(`${imageUrl}&w=512`)
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
  vi.spyOn(env.RESIZER, 'input').mockImplementation(() => {
    throw new Error('9422: the limit of the month is reached')
  })
  const original = await call(`${imageUrl}&w=512`)
  expect([original.status, original.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await call(imageUrl.replace('d=1&', ''))).status).toBe(404)
  await restore('shown', id)
  expect((await call(imageUrl)).status).toBe(404)
})

it('a deleted design: is restored with its image, favourite and notes', async () => {
  const { id, imageUrl, owner } = await save('undoer')
  const before = await (await call(imageUrl)).bytes()
  await callAs('undoer', '/api/gallery/favourites', json('PUT', { ids: [id], favourite: true }))
  await callAs(
    'undoer',
    `/api/gallery/designs/${id}/settings`,
    json('PATCH', { notes: 'au poignet' }),
  )
  await deleteOne('undoer', id)
  expect(await restore('undoer', id)).toEqual({ done: [id], failed: [] })
  expect(await listDesigns('undoer')).toMatchObject({
    designs: [{ id, favourite: true }],
    total: 1,
  })
  expect(
    await (await callAs('undoer', `/api/gallery/designs/${id}/settings`)).json(),
  ).toMatchObject({
    notes: 'au poignet',
  })
  const image = await call(imageUrl)
  expect([image.headers.get('content-type'), await image.bytes()]).toEqual(['image/png', before])
  expect(await env.IMAGES.head(deletedImageKey(owner, id))).toBeNull()
  expect(await listDeleted('undoer')).toEqual([])
})

it('a deleted design: can be restored twice and by its member only', async () => {
  const { id } = await save('twice-undoer')
  await deleteOne('twice-undoer', id)
  expect(await restore('stranger', id)).toEqual({ done: [], failed: [id] })
  for (let times = 0; times < 2; times++) {
    expect(await restore('twice-undoer', id)).toEqual({ done: [id], failed: [] })
  }
})

it('a deleted design: is removed by the sweep a day later, and cannot be restored from then on', async () => {
  const { id, owner } = await save('late')
  await deleteOne('late', id)
  vi.setSystemTime(Date.now() + undoPeriodMs - minuteMs)
  expect(await exports.default.sweep()).toMatchObject({ designsRemoved: 0 })
  vi.setSystemTime(Date.now() + 2 * minuteMs)
  expect(await restore('late', id)).toEqual({ done: [], failed: [id] })
  expect(await listDeleted('late')).toEqual([])
  vi.setSystemTime(Date.now() + 10 * minuteMs)
  expect((await exports.default.sweep()).designsRemoved).toBeGreaterThan(0)
  expect(await env.IMAGES.head(deletedImageKey(owner, id))).toBeNull()
  expect(await env.DB.prepare('select 1 from designs where id = ?').bind(id).first()).toBeNull()
})

it('a deleted design: goes with the account', async () => {
  const { id, owner } = await save('leaver')
  await deleteOne('leaver', id)
  await exports.DesignLibrary.eraseMember('leaver')
  expect(await restore('leaver', id)).toEqual({ done: [], failed: [id] })
  expect(await env.IMAGES.head(deletedImageKey(owner, id))).toBeNull()
  expect(
    await env.DB.prepare("select 1 from design_counts where member_id = 'leaver'").first(),
  ).toBeNull()
})

describe('a delete that fails', () => {
  it.each([
    { failing: 'copied', method: 'put', status: 500 },
    { failing: 'moved away', method: 'delete', status: 503 },
  ] as const)('keeps row and image when it cannot be $failing', async ({ method, status }) => {
    const { id, imageUrl } = await save('unlucky')
    vi.spyOn(env.IMAGES, method).mockRejectedValueOnce(new Error('R2 is away'))
    expect((await deleteOne('unlucky', id)).status).toBe(status)
    expect([
      await statusOf('unlucky', `/api/gallery/designs/${id}`),
      (await call(imageUrl)).status,
    ]).toEqual([200, 200])
  })

  it('that was cut short serves the image for little more than an hour', async () => {
    const { id, imageUrl, owner } = await save('crash')
    await copyObject(env.IMAGES, imageKey(owner, id), deletedImageKey(owner, id))
    await markDeleted(env.DB, 'crash', id)
    expect((await call(imageUrl)).status).toBe(200)
    for (const wait of [beingSavedMs, orphanAfterMs]) {
      vi.setSystemTime(Date.now() + wait + minuteMs)
      await exports.default.sweep()
    }
    expect((await call(imageUrl)).status).toBe(404)
    expect(await restore('crash', id)).toEqual({ done: [id], failed: [] })
    expect(await env.IMAGES.head(imageKey(owner, id))).not.toBeNull()
  })

  it('waits while the sweep removes an old copy of the image', async () => {
    const { id, owner } = await save('race')
    await startRemovals(env.DB, [
      { designId: id, key: deletedImageKey(owner, id), isDeleted: true },
    ])
    expect((await deleteOne('race', id)).status).toBe(503)
    await exports.default.sweep()
    expect((await deleteOne('race', id)).status).toBe(204)
    await startRemovals(env.DB, [{ designId: id, key: imageKey(owner, id), isDeleted: false }])
    expect(await restore('race', id)).toEqual({ done: [], failed: [id] })
    await exports.default.sweep()
    expect(await restore('race', id)).toEqual({ done: [id], failed: [] })
  })
})

describe('two requests at once', () => {
  it('lose no image when a design is deleted while it is restored', async () => {
    const { id, imageUrl } = await save('twice')
    await deleteOne('twice', id)
    const removeFile = env.IMAGES.delete.bind(env.IMAGES)
    const statuses: number[] = []
    vi.spyOn(env.IMAGES, 'delete').mockImplementationOnce(async (keys) => {
      statuses.push((await deleteOne('twice', id)).status)
      await removeFile(keys)
    })
    expect(await restore('twice', id)).toEqual({ done: [id], failed: [] })
    expect([statuses, (await call(imageUrl)).status]).toEqual([[503], 200])
    expect((await deleteOne('twice', id)).status).toBe(204)
    expect(await restore('twice', id)).toEqual({ done: [id], failed: [] })
    expect((await call(imageUrl)).status).toBe(200)
  })

  it('lose no image when the sweep removes an old copy just before the row changes', async () => {
    const { id, imageUrl } = await save('swept')
    const put = env.IMAGES.put.bind(env.IMAGES)
    const loseNextCopy = () =>
      vi
        .spyOn(env.IMAGES, 'put')
        .mockImplementationOnce(async (...args: Parameters<typeof put>) => {
          const stored = await put(...args)
          await env.IMAGES.delete(args[0])
          return stored
        })
    loseNextCopy()
    expect((await deleteOne('swept', id)).status).toBe(204)
    loseNextCopy()
    expect(await restore('swept', id)).toEqual({ done: [id], failed: [] })
    expect((await call(imageUrl)).status).toBe(200)
  })
})

describe('several designs', () => {
  it('are deleted and restored at once; one that fails leaves the others', async () => {
    const saved = await Promise.all(Array.from({ length: 10 }, () => save('many')))
    const ids = saved.map(({ id }) => id)
    const theirs = await save('stranger')
    vi.spyOn(env.IMAGES, 'put').mockRejectedValueOnce(new Error('R2 is away'))
    expect(await remove('many', ...ids, theirs.id)).toMatchObject({ failed: [expect.any(String)] })
    expect((await listDesigns('many')).total).toBe(1)
    expect(await statusOf('stranger', `/api/gallery/designs/${theirs.id}`)).toBe(200)
    expect(await restore('many', ...ids)).toMatchObject({ failed: [] })
    expect((await listDesigns('many')).total).toBe(10)
  })

  it.each([
    { ids: [] },
    { ids: Array<string>(mostDesignsAtOnce + 1).fill('a') },
    { ids: ['a'.repeat(65)] },
  ])('are refused: $ids', async ({ ids }) => {
    for (const path of ['/api/gallery/deleted-designs', '/api/gallery/deleted-designs/restore']) {
      expect((await batch('many', path, ids)).status).toBe(400)
    }
  })
})
