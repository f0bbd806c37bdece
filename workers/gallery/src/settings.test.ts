import { describe, expect, it } from 'vitest'
import { AtelierSettings, mostNotes, Neighbours } from './contract.ts'
import {
  callAs,
  codeOf,
  createLinked,
  json,
  newDesign,
  openPage,
  read,
  saveDesign,
} from './testing.ts'

const unset = {
  sizeMm: null,
  isStencilSize: null,
  rendering: null,
  fineness: null,
  keepsFrame: null,
  notes: '',
  exactPlace: '',
  corrections: [],
  crop: null,
  cleanLines: null,
  lettering: null,
  version: 0,
}

const save = async (fields: Parameters<typeof newDesign>[1] = {}, memberId = 'ana') =>
  (await saveDesign(newDesign(memberId, fields))).id
const change = (memberId: string, id: string, body: unknown) =>
  callAs(memberId, `/api/gallery/designs/${id}/settings`, json('PATCH', body))

const crop = {
  corners: [0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9],
  strokes: [{ width: 0.05, points: [0.2, 0.2, 0.3, 0.2] }],
}

const widths = { outer: 0.9, inner: 0.6, detail: 0.5 }
const cleanLines = {
  widths,
  moved: [
    { x: 12.5, y: 40, to: 'detail' },
    { x: 20, y: 40, to: 'none' },
  ],
  fills: 'hatched',
}

describe('settings of the atelier', () => {
  it('change field by field, and stay', async () => {
    const id = await save()
    const first = { sizeMm: 125, isStencilSize: true, rendering: 'fills', crop }
    const third = { rendering: 'clean', cleanLines }
    const second = {
      fineness: 3,
      keepsFrame: true,
      notes: 'Éviter le poignet 🌿',
      exactPlace: 'Intérieur, tête vers le pouce',
      crop: null,
    }
    expect(await (await change('ana', id, first)).json()).toEqual({
      ...unset,
      ...first,
      version: 1,
    })
    for (const fields of [second, third, {}]) {
      expect((await change('ana', id, fields)).status).toBe(200)
    }
    expect(
      await read(AtelierSettings, callAs('ana', `/api/gallery/designs/${id}/settings`)),
    ).toEqual({
      ...unset,
      ...first,
      ...second,
      ...third,
      version: 3,
    })
  })

  it('are not changed by a page that has read older ones, unless they are as asked', async () => {
    const id = await save()
    const fields = { notes: 'Bras', version: 0 }
    const { version: _, ...unversioned } = fields
    expect((await change('ana', id, fields)).status).toBe(200)
    // Its answer was lost.
    expect(await (await change('ana', id, fields)).json()).toMatchObject({ version: 1 })
    const conflict = await change('ana', id, { notes: 'Dos', version: 0 })
    expect(await codeOf(conflict)).toEqual([409, 'version-conflict'])
    expect(
      await read(AtelierSettings, callAs('ana', `/api/gallery/designs/${id}/settings`)),
    ).toMatchObject(unversioned)
    expect((await change('ana', id, { notes: 'Dos' })).status).toBe(200)
    expect((await change('bob', id, fields)).status).toBe(404)
  })

  it.each([
    { sizeMm: 9 },
    { sizeMm: '125' },
    { rendering: 'potrace' },
    { fineness: 4 },
    { notes: 'x'.repeat(mostNotes + 1) },
    { notes: '\u0000' },
    { crop: { ...crop, corners: [0, 0, 1, 1] } },
    { crop: { ...crop, strokes: [{ width: 2, points: [0, 0] }] } },
    { crop: { ...crop, corners: [0, 0, 2, 0, 1, 1, 0, 1] } },
    { crop: { ...crop, strokes: Array(500).fill(crop.strokes[0]) } },
    { cleanLines: { ...cleanLines, widths: { ...widths, inner: 9 } } },
    { cleanLines: { ...cleanLines, moved: [{ x: 1, y: 1, to: 'ghost' }] } },
    { cleanLines: { ...cleanLines, moved: Array(401).fill(cleanLines.moved[0]) } },
    { subject: 'other' },
  ])('refuse %o', async (body) => {
    expect((await change('ana', await save(), body)).status).toBe(400)
  })
})

async function neighbours(memberId: string, id: string, query = '') {
  const answer = await callAs(memberId, `/api/gallery/designs/${id}/neighbours${query}`)
  return answer.ok ? Neighbours.parse(await answer.json()) : answer.status
}

it("neighbours follow the gallery's order and filter, and stay within the member's designs", async () => {
  const at = (hour: number, style: string) =>
    save({ createdAt: `2026-11-20T0${hour}:00:00.000Z`, style }, 'row')
  const oldest = await at(1, 'dotwork')
  const middle = await at(2, 'japanese')
  await save({ createdAt: '2026-11-20T02:30:00.000Z' }, 'other')
  const newest = await at(3, 'dotwork')
  expect(await neighbours('row', middle)).toEqual({ previous: newest, next: oldest })
  expect(await neighbours('row', newest)).toEqual({ previous: null, next: middle })
  expect(await neighbours('row', newest, '?style=dotwork')).toEqual({
    previous: null,
    next: oldest,
  })
  expect(await neighbours('row', middle, '?style=dotwork&sort=oldest')).toEqual({
    previous: oldest,
    next: newest,
  })
  expect(await neighbours('row', middle, '?user=other')).toBe(400)
})

it('keeps the corrections of a stencil up to 32 kB, and gives them to its link', async () => {
  const { member, design, token } = await createLinked()
  const corrections = [{ kind: 'line', width: 0.8, points: [1, 2, 30.5, 40] }]
  const save = (body: unknown) => change(member, design.id, body)
  expect(await (await save({ corrections })).json()).toMatchObject({ corrections })
  expect((await openPage(token)).body).toContain(JSON.stringify(corrections))

  const long = Array.from({ length: 9 }, () => ({
    kind: 'erase',
    width: 2,
    points: Array(2000).fill(1),
  }))
  for (const refused of [
    long,
    [{ kind: 'paint', width: 1, points: [1, 2] }],
    [{ kind: 'line', width: -1, points: [1, 2] }],
  ]) {
    expect((await save({ corrections: refused })).status).toBe(400)
  }
  expect(await (await save({ corrections: [] })).json()).toMatchObject({ corrections: [] })
})
