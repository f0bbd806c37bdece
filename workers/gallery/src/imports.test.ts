import { env } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { expect, it, vi } from 'vitest'
import { ListedDesign, mostDesigns, mostImports } from './contract.ts'
import { ownerPrefix } from './designs-files.ts'
import { call, callAs, codeOf, importedPng as drawing, listDesigns, read } from './testing.ts'

const described = { subject: 'Mon loup', style: 'dotwork' }
const newMember = () => `auth0|importer-${crypto.randomUUID()}`
const send = (member: string, body: BodyInit, query: Record<string, string> = described) =>
  callAs(member, `/api/gallery/designs?${new URLSearchParams(query)}`, { method: 'POST', body })

it('saves a drawing like a design, as imported', async () => {
  const member = newMember()
  const design = await read(ListedDesign, send(member, drawing))
  expect(design).toMatchObject({
    subject: 'Mon loup',
    style: 'dotwork',
    origin: 'imported',
    number: 1,
    prompt: '',
  })
  const image = await call(design.imageUrl)
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await listDesigns(member)).designs).toEqual([design])
})

it('keeps the mark of a picture that AI made', async () => {
  const answer = await send(newMember(), drawing, { ...described, origin: 'ai' })
  expect(await answer.json()).toMatchObject({ origin: 'ai' })
})

it.each([
  { file: 'a text', body: 'not an image', code: 'invalid-image' },
  { file: 'an image cut short', body: drawing.slice(0, 40), code: 'invalid-image' },
  { file: 'no subject', query: { subject: ' ' }, code: 'invalid-request' },
  { file: 'an unknown style', query: { style: 'none' }, code: 'invalid-style' },
  { file: 'an origin of its own', query: { origin: 'drawn' }, code: 'invalid-request' },
])('refuses $file', async ({ body = drawing, query, code }) => {
  expect(await codeOf(await send(newMember(), body, { ...described, ...query }))).toEqual([
    400,
    code,
  ])
})

it(`takes none into a library of ${mostDesigns} designs, and stores no image of it`, async () => {
  const member = newMember()
  await env.DB.prepare('insert into design_counts (member_id, designs) values (?, ?)')
    .bind(member, mostDesigns)
    .run()
  expect((await send(member, drawing)).status).toBe(429)
  expect((await env.IMAGES.list({ prefix: ownerPrefix(await ownerKey(member)) })).objects).toEqual(
    [],
  )
})

it(`takes ${mostImports} a day, also when they arrive together, and does nothing with one more`, async () => {
  const member = newMember()
  const answers = await Promise.all(
    Array.from({ length: mostImports + 2 }, () => send(member, drawing)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array(mostImports).fill(201),
    429,
    429,
  ])
  const decoded = vi.spyOn(env.RESIZER, 'input')
  const stored = vi.spyOn(env.IMAGES, 'put')
  expect((await send(member, drawing)).status).toBe(429)
  expect([decoded.mock.calls, stored.mock.calls]).toEqual([[], []])
})

it('counts a picture that does not decode, also under the id of another, and no text', async () => {
  vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
  const decoded = vi.spyOn(env.RESIZER, 'input')
  const broken = drawing.slice(0, 40)
  const member = newMember()
  const sent = { ...described, id: crypto.randomUUID() }
  for (let count = 0; count < mostImports + 1; count++) {
    expect((await send(member, 'not an image')).status).toBe(400)
  }
  expect(decoded).not.toHaveBeenCalled()
  for (let count = 0; count < mostImports; count++) {
    expect((await send(member, broken, count % 2 ? sent : described)).status).toBe(400)
  }
  decoded.mockClear()
  expect((await send(member, broken, sent)).status).toBe(429)
  expect((await send(member, drawing)).status).toBe(429)
  expect(decoded).not.toHaveBeenCalled()
})
