import { env, exports } from 'cloudflare:workers'
import { writeCursor } from '@encre/worker/cursor'
import { countRowsRead } from '@encre/worker/testing-rows-read'
import { describe, expect, it } from 'vitest'
import { Design, DesignPage, galleryPaths, type ListedDesign, mostSearchCharacters, mostSearchWords } from './contract.ts'
import { listDesigns, noFilter } from './designs-store.ts'
import { call, callAs, choicesColumn, newDesign, png, saveDesign } from './testing.ts'

async function listPage(memberId: string, query = ''): Promise<DesignPage> {
  const answer = await callAs(memberId, `${galleryPaths.designs}${query}`)
  expect(answer.status).toBe(200)
  return DesignPage.parse(await answer.json())
}

async function expectProblem(answer: Response, status: number, code: string) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({ status, code, requestId: answer.headers.get('x-request-id') })
}

describe('a list', () => {
  it('contains the designs of one member only, newest first', async () => {
    const old = newDesign('lister', { createdAt: '2026-11-19T10:00:00Z' })
    const recent = newDesign('lister', { createdAt: '2026-11-20T10:00:00.5Z', sizeDetail: '9 cm' })
    for (const design of [old, recent, newDesign('ben')]) await saveDesign(design)
    const page = await listPage('lister')
    expect(page.designs).toEqual([
      {
        ...recent,
        number: 2,
        parentId: null,
        favourite: false,
        createdAt: '2026-11-20T10:00:00.500Z',
        imageUrl: expect.stringContaining(recent.id),
      },
      {
        ...old,
        number: 1,
        parentId: null,
        favourite: false,
        createdAt: '2026-11-19T10:00:00.000Z',
        imageUrl: expect.stringContaining(old.id),
      },
    ])
    expect(page.next).toBeNull()
  })

  it('lists each design once across pages with equal dates', async () => {
    const saved = Array.from({ length: 11 }, () => newDesign('page', { createdAt: '2026-11-20T10:00:00.000Z' }))
    for (const design of saved) await saveDesign(design)
    const seen: string[] = []
    let query = '?limit=3'
    for (let pages = 1; ; pages++) {
      const { designs, next } = await listPage('page', query)
      seen.push(...designs.map(({ id }) => id))
      if (next === null) {
        expect(pages).toBe(4)
        break
      }
      expect(designs).toHaveLength(3)
      query = `?limit=3&cursor=${next}`
    }
    expect(seen).toEqual(
      saved
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
  })

  it('ends without a cursor when the last page is full', async () => {
    for (let i = 0; i < 2; i++) await saveDesign(newDesign('full'))
    expect((await listPage('full', '?limit=2')).next).toBeNull()
  })

  it('filters by style', async () => {
    const dots = newDesign('style', { style: 'dotwork' })
    for (const design of [dots, newDesign('style')]) await saveDesign(design)
    expect((await listPage('style', '?style=dotwork')).designs.map(({ id }) => id)).toEqual([dots.id])
    expect((await listPage('style', '?style=japanese')).designs).toEqual([])
  })

  it.each([
    ['?style=tribal', 'invalid-style'],
    ['?style=', 'invalid-style'],
    ['?cursor=', 'invalid-cursor'],
    ['?cursor=%2B', 'invalid-cursor'],
    ['?cursor=eyJhIjoxfQ', 'invalid-cursor'],
    [`?cursor=${btoa('[9e15,"a"]')}`, 'invalid-cursor'],
    ['?limit=0', 'invalid-request'],
    ['?limit=49', 'invalid-request'],
    ['?limit=ten', 'invalid-request'],
    ['?user=ben', 'invalid-request'],
    ['?sort=size', 'invalid-request'],
    ['?favourites=1', 'invalid-request'],
    [`?q=${'a'.repeat(mostSearchCharacters + 1)}`, 'invalid-request'],
    [`?q=${'a'.repeat(4000)}`, 'invalid-request'],
    [
      `?q=${Array(mostSearchWords + 1)
        .fill('a')
        .join('+')}`,
      'invalid-request',
    ],
  ])('refuses %s', async (query, code) => {
    await expectProblem(await callAs('ana', `${galleryPaths.designs}${query}`), 400, code)
  })

  it("answers another member's cursor with the reader's own designs", async () => {
    const mine = newDesign('cursor-reader', { createdAt: '2026-11-01T00:00:00.000Z' })
    const theirs = newDesign('cursor-owner', { createdAt: '2026-11-02T00:00:00.000Z' })
    for (const design of [mine, theirs]) await saveDesign(design)
    const cursor = writeCursor({ createdAt: '2026-11-02T00:00:00.001Z', id: 'z' })
    expect((await listPage('cursor-reader', `?cursor=${cursor}`)).designs.map(({ id }) => id)).toEqual([mine.id])
  })

  it('reads as many rows as it was asked for, on every page and for every style', async () => {
    await insertMany()
    for (const style of [null, 'dotwork']) {
      for (const from of [null, { createdAt: dateOf(600), id: 'many-1800' }, { createdAt: dateOf(20), id: 'many-60' }]) {
        const { db, rowsRead } = countRowsRead(env.DB)
        expect(await listDesigns(db, 'many', { ...noFilter, style, from, limit: 25 })).toHaveLength(25)
        expect(rowsRead()).toBe(25)
      }
    }
  })
})

async function insertMany() {
  await env.DB.prepare(
    `insert into designs (id, member_id, subject, prompt, style, choices, model, origin, created_at, folded_subject)
     with recursive series (value) as (select 1 union all select value + 1 from series where value < 2000)
     select 'many-' || value, 'many', '', '', case value % 2 when 0 then 'dotwork' else 'japanese' end, ?, 'm', 'ai', printf('2026-11-20T10:00:00.%03dZ', value / 3), '' from series`,
  )
    .bind(choicesColumn)
    .run()
}

const dateOf = (millisecond: number) => new Date(Date.parse('2026-11-20T10:00:00.000Z') + millisecond).toISOString()

describe('one design', () => {
  it('is answered to its member', async () => {
    const design = newDesign('ana')
    await saveDesign(design)
    const answer = await callAs('ana', galleryPaths.design(design.id))
    expect(Design.parse(await answer.json())).toMatchObject(design)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  it('is deleted with its image', async () => {
    const design = newDesign('ana')
    const { imageUrl } = await saveDesign(design)
    expect((await call(imageUrl)).status).toBe(200)
    expect((await callAs('ana', galleryPaths.design(design.id), { method: 'DELETE' })).status).toBe(204)
    await expectProblem(await call(imageUrl), 404, 'not-found')
    await expectProblem(await call(`${imageUrl}&w=512`), 404, 'not-found')
    await expectProblem(await callAs('ana', galleryPaths.design(design.id)), 404, 'not-found')
    await expectProblem(await callAs('ana', galleryPaths.design(design.id), { method: 'DELETE' }), 404, 'not-found')
  })
})

describe('access', () => {
  it('answers 404 for an unknown path', async () => {
    await expectProblem(await callAs('ana', '/api/gallery/nothing'), 404, 'not-found')
  })
})

describe('the number of a design', () => {
  const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T10:00:00.000Z`

  async function list(memberId: string): Promise<ListedDesign[]> {
    return (await (await callAs(memberId, galleryPaths.designs)).json<DesignPage>()).designs
  }

  async function numbersOf(memberId: string): Promise<(number | undefined)[]> {
    return (await list(memberId)).map(({ number }) => number)
  }

  const remove = (memberId: string, id: string) => callAs(memberId, galleryPaths.design(id), { method: 'DELETE' })

  async function restore(memberId: string, id: string): Promise<void> {
    const body = JSON.stringify({ ids: [id] })
    await callAs(memberId, galleryPaths.restore, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  }

  it('numbers the designs of each member from 1, and gives no number twice', async () => {
    await saveDesign(newDesign('numbers-1', { createdAt: day(1) }))
    const second = await saveDesign(newDesign('numbers-1', { createdAt: day(2) }))
    await saveDesign(newDesign('numbers-2', { createdAt: day(3) }))
    await remove('numbers-1', second.id)
    await saveDesign(newDesign('numbers-1', { createdAt: day(4) }))
    expect(await numbersOf('numbers-1')).toEqual([3, 1])
    expect(await numbersOf('numbers-2')).toEqual([1])
    await restore('numbers-1', second.id)
    expect(await numbersOf('numbers-1')).toEqual([3, 2, 1])
  })

  it('gives one number to a design that is saved twice', async () => {
    const design = newDesign('twice')
    await saveDesign(design)
    await saveDesign(design)
    await saveDesign(newDesign('twice', { createdAt: day(29) }))
    expect(await numbersOf('twice')).toEqual([2, 1])
  })

  it('names the parent of a variation, and says when it was deleted and restored', async () => {
    const parent = await saveDesign(newDesign('family', { createdAt: day(1) }))
    const child = await saveDesign(newDesign('family', { createdAt: day(2), parentId: parent.id }))
    const found = async () => (await callAs('family', galleryPaths.design(child.id))).json<ListedDesign>()
    expect(await found()).toMatchObject({ number: 2, parentId: parent.id, parentNumber: 1, parentDeleted: false })
    expect((await list('family')).map(({ parentId }) => parentId)).toEqual([parent.id, null])

    await remove('family', parent.id)
    expect(await found()).toMatchObject({ parentId: parent.id, parentNumber: 1, parentDeleted: true })
    await restore('family', parent.id)
    expect(await found()).toMatchObject({ parentDeleted: false })
  })

  it('says that a parent which was deleted before its variation was saved is deleted', async () => {
    const parent = await saveDesign(newDesign('late', { createdAt: day(1) }))
    await remove('late', parent.id)
    const child = await saveDesign(newDesign('late', { createdAt: day(2), parentId: parent.id }))
    expect(await exports.DesignLibrary.findDesign('late', child.id)).toMatchObject({ parentNumber: 1, parentDeleted: true })
    await env.DB.prepare('delete from designs where id = ?').bind(parent.id).run()
    const orphan = await saveDesign(newDesign('late', { createdAt: day(3), parentId: parent.id }))
    expect(await exports.DesignLibrary.findDesign('late', orphan.id)).toMatchObject({ number: 3, parentNumber: null, parentDeleted: true })
  })

  it('tells nothing about a parent of another member', async () => {
    const theirs = await saveDesign(newDesign('theirs'))
    const mine = await saveDesign(newDesign('mine', { parentId: theirs.id }))
    expect(await exports.DesignLibrary.findDesign('mine', mine.id)).toMatchObject({ parentNumber: null, parentDeleted: true })
  })

  it('reads no row but the page and one more, though every design has a parent', async () => {
    const parent = await saveDesign(newDesign('page', { createdAt: day(1) }))
    for (let created = 2; created < 12; created++) await saveDesign(newDesign('page', { createdAt: day(created), parentId: parent.id }))
    const { db, rowsRead } = countRowsRead(env.DB)
    const found = await listDesigns(db, 'page', { ...noFilter, from: null, limit: 6 })
    expect(found.map(({ parentNumber }) => parentNumber)).toEqual([1, 1, 1, 1, 1, 1])
    expect(rowsRead()).toBeLessThanOrEqual(6)
  })

  it('gives the generator the image of an own design, and of no other', async () => {
    const { id } = await saveDesign(newDesign('owner'))
    const image = await exports.DesignLibrary.readImage('owner', id)
    expect(image?.type).toBe('image/png')
    expect(new Uint8Array(image?.bytes ?? new ArrayBuffer()).subarray(0, 8)).toEqual(new Uint8Array(png).subarray(0, 8))
    expect(await exports.DesignLibrary.readImage('stranger', id)).toBeNull()
    await remove('owner', id)
    expect(await exports.DesignLibrary.readImage('owner', id)).toBeNull()
  })
})
