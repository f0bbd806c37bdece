import { env } from 'cloudflare:workers'
import { releasedSchema } from '@encre/protocol/testing-release'
import { countRowsRead } from '@encre/worker/testing-rows-read'
import { expect, it, vi } from 'vitest'
import released from '../contract.released.json'
import { mostSearchCharacters, mostSearchWords } from './contract.ts'
import { listDesigns as listStored, noFilter, setFavourites } from './designs-store.ts'
import {
  callAs,
  codeOf,
  deleteOne,
  insertDesigns,
  listDesigns,
  listPages,
  newDesign,
  saveDesign,
} from './testing.ts'

it('a list: contains the designs of one member only, newest first', async () => {
  const old = newDesign('lister', { createdAt: '2026-11-19T10:00:00Z' })
  const recent = newDesign('lister', { createdAt: '2026-11-20T10:00:00.5Z', sizeDetail: '9 cm' })
  for (const design of [old, recent, newDesign('ben')]) {
    await saveDesign(design)
  }
  const common = { parentId: null, favourite: false }
  expect(await listDesigns('lister')).toMatchObject({
    designs: [
      {
        ...recent,
        ...common,
        number: 2,
        createdAt: '2026-11-20T10:00:00.500Z',
        imageUrl: expect.stringContaining(recent.id),
      },
      {
        ...old,
        ...common,
        number: 1,
        createdAt: '2026-11-19T10:00:00.000Z',
        imageUrl: expect.stringContaining(old.id),
      },
    ],
    next: null,
  })
})

it('a list: lists each design once across pages with equal dates', async () => {
  const saved = Array.from({ length: 11 }, () =>
    newDesign('page', { createdAt: '2026-11-20T10:00:00.000Z' }),
  )
  await Promise.all(saved.map((design) => saveDesign(design)))
  const pages = await listPages('page', { limit: '3' })
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 2])
  expect(pages.flat().sort()).toEqual(saved.map(({ id }) => id).sort())
})

it.each([
  { query: '?style=tribal', code: 'invalid-style' },
  { query: '?cursor=%2B', code: 'invalid-cursor' },
  { query: `?cursor=${btoa('[9e15,"a"]')}`, code: 'invalid-cursor' },
  { query: '?limit=0', code: 'invalid-request' },
  { query: '?user=ben', code: 'invalid-request' },
  { query: '?favourites=1', code: 'invalid-request' },
  { query: `?q=${'a'.repeat(mostSearchCharacters + 1)}`, code: 'invalid-request' },
  { query: `?q=${'a+'.repeat(mostSearchWords + 1)}`, code: 'invalid-request' },
])('a list: refuses $query', async ({ query, code }) => {
  expect(await codeOf(await callAs('ana', `/api/gallery/designs${query}`))).toEqual([400, code])
})

it('a list: reads as many rows as it was asked for, on every page and in every order, and each once when it finds nothing', async () => {
  await insertDesigns(2000, 'many')
  await setFavourites(
    env.DB,
    'many',
    Array.from({ length: 50 }, (_, index) => `row-${2 * index + 1}`),
    true,
    null,
  )
  const read = async (filter: Partial<Parameters<typeof listStored>[2]>) => {
    const { db, rowsRead } = countRowsRead(env.DB)
    const { length } = await listStored(db, 'many', {
      ...noFilter,
      from: null,
      limit: 25,
      ...filter,
    })
    return [length, rowsRead()]
  }
  for (const style of [null, 'dotwork']) {
    for (const from of [
      null,
      { createdAt: dateOf(600), id: 'row-1800' },
      { createdAt: dateOf(20), id: 'row-60' },
    ]) {
      expect(await read({ style, from })).toEqual([25, 25])
    }
    expect(await read({ style, order: 'oldest' })).toEqual([25, 25])
  }
  expect(await read({ favouritesOnly: true })).toEqual([25, 25])
  expect(await read({ words: ['rose'] })).toEqual([0, 2001])
})

const dateOf = (millisecond: number) =>
  new Date(Date.parse('2026-11-20T10:00:00.000Z') + millisecond).toISOString()

it('answers what a page of the last release can read, to the query that it sends', async () => {
  await saveDesign(newDesign('skew', { style: 'dotwork', sizeDetail: '9 cm' }))
  const query = releasedSchema(released, 'ListQuery').parse({
    style: 'dotwork',
    limit: '48',
  }) as Record<string, string>
  const answer = await callAs('skew', `/api/gallery/designs?${new URLSearchParams(query)}`)
  expect(releasedSchema(released, 'DesignPage').parse(await answer.json())).toMatchObject({
    designs: [{ sizeDetail: '9 cm' }],
    next: null,
  })
})

it('shows every design of a list of which one has choices that cannot be read, and logs it', async () => {
  const member = 'auth0|damaged'
  const saved = [await saveDesign(newDesign(member)), await saveDesign(newDesign(member))]
  const damaged = saved[0]?.id ?? ''
  await env.DB.prepare(`update designs set choices = '["none"]' where id = ?`).bind(damaged).run()
  const lines: unknown[] = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(JSON.parse(line)))
  const { designs } = await listDesigns(member)
  expect(designs.map(({ id }) => id).sort()).toEqual(saved.map(({ id }) => id).sort())
  expect(designs.find(({ id }) => id === damaged)).toMatchObject({ style: '', subject: 'un loup' })
  expect(lines).toMatchObject([{ event: 'error', designId: damaged, column: 'choices' }])
  expect((await deleteOne(member, damaged)).status).toBe(204)
})
