import { env, exports } from 'cloudflare:workers'
import type { ExportPage } from '@encre/protocol/member-data'
import { originLine } from '@encre/protocol/origin'
import { ownerKey } from '@encre/worker/member'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { imageKey } from './designs-files.ts'
import { exportPageSize } from './rpc.ts'
import { call, callAs, deleteOne, json, newDesign, png, saveDesign } from './testing.ts'

const library = exports.DesignLibrary

const keyOf = async (memberId: string, designId: string) =>
  imageKey(await ownerKey(memberId), designId)

it('the entrypoint of other workers: saves a design once and ignores the content of a second call', async () => {
  const design = newDesign('ana')
  const first = await saveDesign(design)
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]).buffer
  expect(
    await saveDesign(
      { ...design, subject: 'une rose', createdAt: '2027-01-01T00:00:00.000Z' },
      jpeg,
    ),
  ).toEqual(first)
  expect((await call(first.imageUrl)).headers.get('content-type')).toBe('image/png')
  expect((await library.summarizeDesigns('ana', 1)).count).toBe(1)
})

it('the entrypoint of other workers: inserts one row when a design is saved ten times at once', async () => {
  const design = newDesign('crowd')
  const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => saveDesign(design)))
  expect(others).toEqual(Array(9).fill(first))
  expect((await library.summarizeDesigns('crowd', 5)).count).toBe(1)
})

it('the entrypoint of other workers: continues after a crash between image and row', async () => {
  const design = newDesign('crash')
  await env.IMAGES.put(await keyOf('crash', design.id), png, {
    httpMetadata: { contentType: 'image/png' },
  })
  expect(await saveDesign(design)).toMatchObject(design)
})

it('the entrypoint of other workers: stores the image again that was swept just before its row was inserted', async () => {
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

it('the entrypoint of other workers: refuses a file that is not an image, and an invalid row', async () => {
  const design = newDesign('ana')
  const svg = Uint8Array.from(new TextEncoder().encode('<svg onload="alert(1)">')).buffer
  await expect(saveDesign(design, svg)).rejects.toThrow('neither PNG')
  await expect(saveDesign({ ...design, id: '../../etc' })).rejects.toThrow()
  await expect(saveDesign({ ...design, createdAt: 'yesterday' })).rejects.toThrow()
  expect(await library.findDesign('ana', design.id)).toBeNull()
})

it("the entrypoint of other workers: finds several designs of one member at once, and never another member's", async () => {
  const first = newDesign('several')
  const second = newDesign('several')
  const theirs = newDesign('stranger')
  for (const design of [first, second, theirs]) {
    await saveDesign(design)
  }
  const found = await library.findDesigns('several', [second.id, theirs.id, 'missing'])
  expect(found.map(({ id }) => id)).toEqual([second.id])
  expect((await call(found[0]?.imageUrl ?? '')).status).toBe(200)
  expect(await library.findDesigns('several', [])).toEqual([])
  expect(await library.findDesign('several', theirs.id)).toBeNull()
  await expect(saveDesign({ ...theirs, userId: 'several' })).rejects.toThrow('another member')
})

it('the entrypoint of other workers: returns the number of designs and the newest', async () => {
  const times = [1, 3, 2].map((day) => `2026-11-0${day}T00:00:00.000Z`)
  for (const createdAt of times) {
    await saveDesign(newDesign('summary', { createdAt }))
  }
  const { count, recent } = await library.summarizeDesigns('summary', 2)
  expect([count, ...recent.map(({ createdAt }) => createdAt)]).toEqual([3, times[1], times[2]])
  await deleteOne('summary', recent[0]?.id ?? '')
  expect((await library.summarizeDesigns('summary', 1)).count).toBe(2)
})

it('the entrypoint of other workers: erases rows and images of one member only', async () => {
  const mine = await saveDesign(newDesign('leaver'))
  const theirs = await saveDesign(newDesign('stayer'))
  await library.eraseMember('leaver')
  expect(await library.findDesign('leaver', mine.id)).toBeNull()
  expect(await env.IMAGES.head(await keyOf('leaver', mine.id))).toBeNull()
  expect((await call(theirs.imageUrl)).status).toBe(200)
})

describe('members whom a copy of the database brought back', () => {
  const tables = ['designs', 'design_counts', 'member_keys'] as const
  const rowsOf = (table: string, memberId: string) =>
    env.DB.prepare(`select * from ${table} where member_id = ?`).bind(memberId)

  /** As Time Travel: the rows of a member as they are now, put back later. */
  async function copyRows(memberId: string) {
    await exports.default.sweep()
    const copies = await Promise.all(
      tables.map(async (table) => ({ table, ...(await rowsOf(table, memberId).all()) })),
    )
    return async () => {
      for (const { table, results } of copies) {
        await env.DB.batch([
          env.DB.prepare(`delete from ${table} where member_id = ?`).bind(memberId),
          ...results.map((row) =>
            env.DB.prepare(
              `insert or replace into ${table} (${Object.keys(row)}) values (${Object.keys(row).map(() => '?')})`,
            ).bind(...Object.values(row)),
          ),
        ])
      }
    }
  }

  const erasedNow = async (memberId: string) => [
    { ownerKey: await ownerKey(memberId), erasedAt: new Date().toISOString() },
  ]
  const countRows = async (memberId: string) =>
    (await Promise.all(tables.map((table) => rowsOf(table, memberId).all()))).map(
      ({ results }) => results.length,
    )

  it('are erased again, and nobody else', async () => {
    await saveDesign(newDesign('returned'))
    await saveDesign(newDesign('bystander'))
    const bringBack = await copyRows('returned')
    await library.eraseMember('returned')
    const erased = await erasedNow('returned')
    expect(await countRows('returned')).toEqual([0, 0, 0])
    await bringBack()
    expect(await countRows('returned')).toEqual([1, 1, 1])
    expect(await library.eraseReturned(erased)).toBe(1)
    expect([await countRows('returned'), await countRows('bystander')]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ])
    expect(await library.eraseReturned(erased)).toBe(0)
  })

  it('are not those who signed up again with the same id', async () => {
    await library.eraseMember('again')
    const erased = await erasedNow('again')
    // No token of the erased account is left.
    await env.DB.prepare('delete from erased_owners').run()
    const later = new Date(Date.now() + 60_000).toISOString()
    await saveDesign(newDesign('again', { createdAt: later }))
    await exports.default.sweep()
    expect(await library.eraseReturned(erased)).toBe(0)
    expect(await countRows('again')).toEqual([1, 1, 1])
  })
})

let member = ''
beforeEach(() => {
  member = `auth0|${crypto.randomUUID()}`
})

async function exportAll(cursor: string | null = null): Promise<ExportPage[]> {
  const page = await library.exportMember(member, cursor)
  return [page, ...(page.next === null ? [] : await exportAll(page.next))]
}

it('the export has everything that is stored of a design, with settings and notes, and its image', async () => {
  const design = newDesign(member, { subject: 'un loup: "hurlant" / 1' })
  await saveDesign(design)
  await callAs(
    member,
    `/api/gallery/designs/${design.id}/settings`,
    json('PATCH', { sizeMm: 120, notes: 'Sur la nuque.' }),
  )
  await callAs(
    member,
    '/api/gallery/favourites',
    json('PUT', { ids: [design.id], favourite: true }),
  )
  const stop = { at: '2026-11-20T10:00:00.000Z', reason: 'copie' }
  await env.DB.prepare(
    'update designs set sharing_stopped_at = ?, sharing_stopped_reason = ? where id = ?',
  )
    .bind(stop.at, stop.reason, design.id)
    .run()
  const [page] = await exportAll()
  expect(page).toMatchObject({ total: 2, next: null })
  const [description, image] = page?.files ?? []
  expect([description?.path, image?.path]).toEqual([
    'designs/1 un loup hurlant 1.json',
    'designs/1 un loup hurlant 1.png',
  ])
  const { userId: _, ...own } = design
  expect(
    JSON.parse(description && 'text' in description.content ? description.content.text : ''),
  ).toMatchObject({
    ...own,
    number: 1,
    favourite: true,
    originLine: originLine(design.origin),
    image: '1 un loup hurlant 1.png',
    atelier: {
      sizeMm: 120,
      rendering: null,
      fineness: null,
      isStencilSize: null,
      keepsFrame: null,
      notes: 'Sur la nuque.',
    },
    sharingStopped: stop,
  })
  expect(image?.content).toEqual({ key: design.id })
  const stored = await env.IMAGES.get(imageKey(await ownerKey(member), design.id))
  const opened = await library.openExportedFile(member, design.id)
  expect(await new Response(opened).bytes()).toEqual(await stored?.bytes())
})

it('the export comes in pages, oldest first, each design once', async () => {
  const designs = Array.from({ length: exportPageSize + 3 }, (_, index) =>
    newDesign(member, {
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 2))).toISOString(),
    }),
  )
  await Promise.all(designs.map((design) => saveDesign(design)))
  const pages = await exportAll()
  expect(pages.map(({ files }) => files.length)).toEqual([2 * exportPageSize, 6])
  const keys = pages.flatMap(({ files }) =>
    files.flatMap(({ content }) => ('key' in content ? [content.key] : [])),
  )
  expect(keys.toSorted()).toEqual(designs.map(({ id }) => id).toSorted())
  expect(new Set(pages.flatMap(({ files }) => files.map(({ path }) => path))).size).toBe(
    2 * designs.length,
  )
})

it("the export has no deleted design and nothing of another member's; a missing image is named as missing", async () => {
  const kept = newDesign(member)
  const deleted = newDesign(member)
  const foreign = newDesign('auth0|other')
  for (const design of [kept, deleted, foreign]) {
    await saveDesign(design)
  }
  await deleteOne(member, deleted.id)
  await env.IMAGES.delete(imageKey(await ownerKey(member), kept.id))
  const [page] = await exportAll()
  expect(page?.files).toHaveLength(1)
  const content = page?.files[0]?.content
  expect(JSON.parse(content && 'text' in content ? content.text : '')).toMatchObject({
    id: kept.id,
    image: null,
  })
  expect(await library.openExportedFile(member, foreign.id)).toBeNull()
})
