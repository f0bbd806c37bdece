import { env, exports } from 'cloudflare:workers'
import { countRowsRead } from '@encre/worker/testing-rows-read'
import { expect, it } from 'vitest'
import type { ListedDesign } from './contract.ts'
import { listDesigns as listStored, noFilter } from './designs-store.ts'
import {
  callAs,
  deleteOne,
  listDesigns,
  listPages,
  newDesign,
  png,
  restore,
  saveDesign,
} from './testing.ts'

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T10:00:00.000Z`

const list = async (memberId: string) => (await listDesigns(memberId)).designs
const numbersOf = async (memberId: string) => (await list(memberId)).map(({ number }) => number)

it('numbers the designs of each member from 1, and gives no number twice', async () => {
  await saveDesign(newDesign('numbers-1', { createdAt: day(1) }))
  const second = await saveDesign(newDesign('numbers-1', { createdAt: day(2) }))
  await saveDesign(newDesign('numbers-2', { createdAt: day(3) }))
  await deleteOne('numbers-1', second.id)
  await saveDesign(newDesign('numbers-1', { createdAt: day(4) }))
  expect([await numbersOf('numbers-1'), await numbersOf('numbers-2')]).toEqual([[3, 1], [1]])
  await restore('numbers-1', second.id)
  expect(await numbersOf('numbers-1')).toEqual([3, 2, 1])
})

it('numbers variants in the order in which they were asked for, whichever is saved first', async () => {
  const at = (time: string) => newDesign('variants', { createdAt: `2026-11-20T${time}.000Z` })
  const before = at('09:00:00')
  const first = at('10:00:01')
  const second = at('10:00:02')
  const third = at('10:00:03')
  const child = { ...at('12:00:00'), parentId: third.id }
  for (const design of [before, third, first, child, second]) {
    await saveDesign(design)
  }
  const listed = await list('variants')
  expect(listed.map(({ id }) => id)).toEqual(
    [child, third, second, first, before].map(({ id }) => id),
  )
  expect([listed.map(({ number }) => number), listed[0]?.parentNumber]).toEqual([
    [4, 5, 3, 2, 1],
    5,
  ])
})

it.each(['newest', 'oldest'] as const)(
  'designs of one instant stand in the order of their numbers: %s first, page by page',
  async (sort) => {
    const member = `instant-${sort}`
    const ids: string[] = []
    for (let saved = 0; saved < 7; saved++) {
      const { id } = await saveDesign(newDesign(member, { createdAt: day(1) }))
      ids.push(id)
    }
    if (sort === 'newest') ids.reverse()
    for (const query of [{}, { q: 'loup' }, { style: 'traditional' }]) {
      const pages = await listPages(member, { ...query, sort, limit: '3' })
      expect(pages.flat()).toEqual(ids)
    }
  },
)

it('names the parent of a variation, and says when it was deleted and restored', async () => {
  const parent = await saveDesign(newDesign('family', { createdAt: day(1) }))
  const child = await saveDesign(newDesign('family', { createdAt: day(2), parentId: parent.id }))
  const found = async () =>
    (await callAs('family', `/api/gallery/designs/${child.id}`)).json<ListedDesign>()
  expect(await found()).toMatchObject({
    number: 2,
    parentId: parent.id,
    parentNumber: 1,
    parentDeleted: false,
  })
  expect((await list('family')).map(({ parentId }) => parentId)).toEqual([parent.id, null])

  await deleteOne('family', parent.id)
  expect(await found()).toMatchObject({ parentId: parent.id, parentNumber: 1, parentDeleted: true })
  await restore('family', parent.id)
  expect(await found()).toMatchObject({ parentDeleted: false })
})

it('says that a parent which was deleted before its variation was saved is deleted', async () => {
  const parent = await saveDesign(newDesign('late', { createdAt: day(1) }))
  await deleteOne('late', parent.id)
  const child = await saveDesign(newDesign('late', { createdAt: day(2), parentId: parent.id }))
  expect(await exports.DesignLibrary.findDesign('late', child.id)).toMatchObject({
    parentNumber: 1,
    parentDeleted: true,
  })
  await env.DB.prepare('delete from designs where id = ?').bind(parent.id).run()
  const orphan = await saveDesign(newDesign('late', { createdAt: day(3), parentId: parent.id }))
  expect(await exports.DesignLibrary.findDesign('late', orphan.id)).toMatchObject({
    number: 3,
    parentNumber: null,
    parentDeleted: true,
  })
})

it('tells nothing about a parent of another member', async () => {
  const mine = await saveDesign(
    newDesign('mine', { parentId: (await saveDesign(newDesign('theirs'))).id }),
  )
  expect(await exports.DesignLibrary.findDesign('mine', mine.id)).toMatchObject({
    parentNumber: null,
    parentDeleted: true,
  })
})

it('reads no row but the page and one more, though every design has a parent', async () => {
  const parent = await saveDesign(newDesign('page', { createdAt: day(1) }))
  for (let created = 2; created < 9; created++) {
    await saveDesign(newDesign('page', { createdAt: day(created), parentId: parent.id }))
  }
  const { db, rowsRead } = countRowsRead(env.DB)
  const found = await listStored(db, 'page', { ...noFilter, from: null, limit: 6 })
  expect(found.map(({ parentNumber }) => parentNumber)).toEqual([1, 1, 1, 1, 1, 1])
  expect(rowsRead()).toBeLessThanOrEqual(6)
})

it('gives the generator an own design with its image, and no other', async () => {
  const { id } = await saveDesign(newDesign('owner'))
  const image = await exports.DesignLibrary.readImage('owner', id)
  expect(image).toMatchObject({ type: 'image/png', design: { id, subject: 'un loup' } })
  expect(new Uint8Array(image?.bytes ?? new ArrayBuffer()).subarray(0, 8)).toEqual(
    new Uint8Array(png).subarray(0, 8),
  )
  expect(await exports.DesignLibrary.readImage('stranger', id)).toBeNull()
  await deleteOne('owner', id)
  expect(await exports.DesignLibrary.readImage('owner', id)).toBeNull()
})
