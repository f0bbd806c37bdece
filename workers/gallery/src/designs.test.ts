import { env } from 'cloudflare:workers'
import { releasedSchema } from '@encre/protocol/testing-release'
import { writeCursor } from '@encre/worker/cursor'
import { countRowsRead } from '@encre/worker/testing-rows-read'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import answers from '../answers.released.json'
import released from '../contract.released.json'
import { DesignPage, galleryPaths, mostSearchCharacters, mostSearchWords } from './contract.ts'
import { listDesigns, noFilter } from './designs-store.ts'
import { callAs, choicesColumn, newDesign, saveDesign } from './testing.ts'

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

  it('filters by style', async () => {
    const dots = newDesign('style', { style: 'dotwork' })
    for (const design of [dots, newDesign('style')]) await saveDesign(design)
    expect((await listPage('style', '?style=dotwork')).designs.map(({ id }) => id)).toEqual([dots.id])
    expect((await listPage('style', '?style=japanese')).designs).toEqual([])
  })

  it.each([
    ['?style=tribal', 'invalid-style'],
    ['?cursor=%2B', 'invalid-cursor'],
    ['?cursor=eyJhIjoxfQ', 'invalid-cursor'],
    [`?cursor=${btoa('[9e15,"a"]')}`, 'invalid-cursor'],
    ['?limit=0', 'invalid-request'],
    ['?limit=ten', 'invalid-request'],
    ['?user=ben', 'invalid-request'],
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

describe('a page of the last release', () => {
  it('answers in a form that a page of the last release can read', async () => {
    await saveDesign(newDesign('skew', { sizeDetail: '9 cm' }))
    const answer = await callAs('skew', galleryPaths.designs)
    expect(releasedSchema(released, 'DesignPage').parse(await answer.json())).toMatchObject({
      designs: [{ sizeDetail: '9 cm' }],
      next: null,
    })
  })

  it('accepts the query of a page of the last release', async () => {
    const query = { style: 'dotwork', limit: '48' }
    expect(releasedSchema(released, 'ListQuery').parse(query)).toEqual(query)
    expect((await callAs('skew', `${galleryPaths.designs}?${new URLSearchParams(query)}`)).status).toBe(200)
  })

  it('may add fields that a page does not know', () => {
    const recorded = answers['GET /api/gallery/designs'].body
    const later = { ...recorded, tomorrow: 1, designs: recorded.designs.map((design) => ({ ...design, seed: 7 })) }
    expect(z.parse(DesignPage, later)).toEqual(recorded)
  })
})
