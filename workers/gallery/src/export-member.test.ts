import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { beforeEach, expect, it } from 'vitest'
import { galleryPaths } from './contract.ts'
import { imageKey } from './designs-files.ts'
import { exportPageSize } from './rpc.ts'
import { callAs, newDesign, saveDesign } from './testing.ts'

let member = ''
beforeEach(() => {
  member = `auth0|${crypto.randomUUID()}`
})

const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

async function exportAll() {
  const pages = []
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const page = await exports.DesignLibrary.exportMember(member, cursor)
    pages.push(page)
    cursor = page.next
  }
  return pages
}

it('has everything that is stored of a design, with settings and notes, and its image', async () => {
  const design = newDesign(member, { subject: 'un loup: "hurlant" / 1' })
  await saveDesign(design)
  await callAs(member, galleryPaths.settings(design.id), { method: 'PATCH', ...json({ sizeMm: 120, notes: 'Sur la nuque.' }) })
  await callAs(member, galleryPaths.favourites, { method: 'PUT', ...json({ ids: [design.id], favourite: true }) })
  const [page] = await exportAll()
  expect(page).toMatchObject({ total: 2, next: null })
  const [description, image] = page?.files ?? []
  expect([description?.path, image?.path]).toEqual(['designs/1 un loup hurlant 1.json', 'designs/1 un loup hurlant 1.png'])
  const { userId: _, ...own } = design
  expect(JSON.parse(description && 'text' in description.content ? description.content.text : '')).toMatchObject({
    ...own,
    number: 1,
    favourite: true,
    image: '1 un loup hurlant 1.png',
    atelier: { sizeMm: 120, rendering: null, fineness: null, notes: 'Sur la nuque.' },
  })
  expect(image?.content).toEqual({ key: design.id })
  const stored = await env.IMAGES.get(imageKey(await ownerKey(member), design.id))
  const opened = await exports.DesignLibrary.openExportedFile(member, design.id)
  expect(await new Response(opened).bytes()).toEqual(await stored?.bytes())
})

it('comes in pages, oldest first, each design once', async () => {
  const designs = Array.from({ length: exportPageSize + 3 }, (_, index) =>
    newDesign(member, { createdAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 2))).toISOString() }),
  )
  for (const design of designs) await saveDesign(design)
  const pages = await exportAll()
  expect(pages.map(({ files }) => files.length)).toEqual([2 * exportPageSize, 6])
  const keys = pages.flatMap(({ files }) => files.flatMap(({ content }) => ('key' in content ? [content.key] : [])))
  expect(keys.toSorted()).toEqual(designs.map(({ id }) => id).toSorted())
  expect(new Set(pages.flatMap(({ files }) => files.map(({ path }) => path))).size).toBe(2 * designs.length)
})

it("has no deleted design and nothing of another member's; a missing image is named as missing", async () => {
  const [kept, deleted, foreign] = [newDesign(member), newDesign(member), newDesign('auth0|other')]
  for (const design of [kept, deleted, foreign]) await saveDesign(design)
  await callAs(member, galleryPaths.deletedDesigns, { method: 'POST', ...json({ ids: [deleted.id] }) })
  await env.IMAGES.delete(imageKey(await ownerKey(member), kept.id))
  const [page] = await exportAll()
  expect(page?.files).toHaveLength(1)
  const content = page?.files[0]?.content
  expect(JSON.parse(content && 'text' in content ? content.text : '')).toMatchObject({ id: kept.id, image: null })
  expect(await exports.DesignLibrary.openExportedFile(member, foreign.id)).toBeNull()
})
