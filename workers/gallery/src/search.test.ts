import { beforeAll, describe, expect, it } from 'vitest'
import type { DesignPage } from './contract.ts'
import { callAs, json, listDesigns, listPages, newDesign, saveDesign } from './testing.ts'

const heart = newDesign('finder', {
  subject: 'Un Cœur percé d’une flèche',
  createdAt: '2026-11-20T10:00:01.000Z',
  style: 'dotwork',
})
const forest = newDesign('finder', {
  subject: 'La forêt à 100% brûlée',
  createdAt: '2026-11-20T10:00:02.000Z',
})
const wolf = newDesign('finder', {
  subject: 'Loup _ 🌿 sous la forêt',
  createdAt: '2026-11-20T10:00:03.000Z',
})

const find = (query: Record<string, string>) => listDesigns('finder', query)

const idsOf = ({ designs }: DesignPage) => designs.map(({ id }) => id)

beforeAll(async () => {
  for (const design of [heart, forest, wolf, newDesign('stranger', { subject: 'Un cœur' })]) {
    await saveDesign(design)
  }
})

describe('a search', () => {
  it.each([
    { q: 'CŒUR fleche', found: [heart] },
    { q: "d'une", found: [heart] },
    { q: '%', found: [forest] },
    { q: '_', found: [wolf] },
    { q: '🌿', found: [wolf] },
    { q: 'fore\u0302t', found: [wolf, forest] },
    { q: "' or 1=1 --", found: [] },
    { q: ' \u0301 ', found: [wolf, forest, heart] },
    { q: '', found: [wolf, forest, heart] },
    { q: 'oret', found: [] },
    { q: 'fore', found: [wolf, forest] },
    { q: 'for', found: [] },
    { q: 'n°3 loup', found: [wolf] },
  ])('for $q finds the subjects that have every word', async ({ q, found }) => {
    expect(idsOf(await find({ q }))).toEqual(found.map(({ id }) => id))
  })

  it('combines with the style, the favourites, the order and the pages', async () => {
    expect(idsOf(await find({ q: 'foret', style: 'dotwork' }))).toEqual([])
    expect(idsOf(await find({ q: 'foret', sort: 'oldest' }))).toEqual([forest.id, wolf.id])
    const first = await find({ q: 'foret', limit: '1' })
    expect(idsOf(await find({ q: 'foret', limit: '1', cursor: first.next ?? '' }))).toEqual([
      forest.id,
    ])
  })
})

it('lists oldest first across pages', async () => {
  expect(await listPages('finder', { sort: 'oldest', limit: '1' })).toEqual([
    [heart.id],
    [forest.id],
    [wolf.id],
  ])
})

it('counts all designs of the member, except in a filtered list', async () => {
  for (const query of [{ limit: '1' }, { sort: 'oldest' }]) {
    expect((await find(query)).total).toBe(3)
  }
  const filters: Record<string, string>[] = [
    { q: 'coeur' },
    { style: 'dotwork' },
    { favourites: 'true' },
  ]
  for (const query of filters) {
    expect(await find(query)).not.toHaveProperty('total')
  }
})

describe('favourites', () => {
  const change = (memberId: string, body: unknown) =>
    callAs(memberId, '/api/gallery/favourites', json('PUT', body))

  it('are marked, listed and unmarked', async () => {
    expect((await change('finder', { ids: [heart.id, wolf.id], favourite: true })).status).toBe(204)
    expect(idsOf(await find({ favourites: 'true' }))).toEqual([wolf.id, heart.id])
    expect(idsOf(await find({ favourites: 'true', style: 'dotwork' }))).toEqual([heart.id])
    expect((await find({})).designs.map(({ favourite }) => favourite)).toEqual([true, false, true])
    await change('finder', { ids: [heart.id, wolf.id], favourite: false })
    expect(idsOf(await find({ favourites: 'true' }))).toEqual([])
  })

  it('of another member cannot be changed', async () => {
    expect((await change('stranger', { ids: [heart.id], favourite: true })).status).toBe(204)
    expect(idsOf(await find({ favourites: 'true' }))).toEqual([])
  })
})
