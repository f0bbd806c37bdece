import { env, exports } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { CreatedArtistLink, ListedDesign, ReportReceipt } from '../contract.ts'
import {
  call,
  callAs,
  codeOf,
  countAnswers,
  createDesign,
  createLinked,
  dayMs,
  deleteOne,
  importedPng,
  json,
  listLinks,
  newDesign,
  openPage,
  read,
  restore,
  saveDesign,
  sendAnswer,
} from '../testing.ts'

const keyed = (method: string, body: unknown, key: string = crypto.randomUUID()) => {
  const init = json(method, body)
  return { ...init, headers: { ...init.headers, 'idempotency-key': key } }
}
const askLink = (member: string, designId: string, body: object, key?: string) =>
  callAs(member, `/api/gallery/designs/${designId}/links`, keyed('POST', body, key))
const revoke = (member: string, linkId: string) =>
  callAs(member, `/api/gallery/links/${linkId}`, { method: 'DELETE' })
const tokenOf = (url: string) => url.split('/').at(-1) ?? ''
const statusOf = async (token: string) => (await openPage(token)).status
const oldPage = () => ({
  id: crypto.randomUUID(),
  token: crypto.randomUUID().replaceAll('-', '').slice(0, 22),
})

it('answers a repeated link with the first one, and 422 for the same key with another body', async () => {
  const { member, design } = await createDesign()
  const key = crypto.randomUUID()
  const first = await (await askLink(member, design.id, { days: 30 }, key)).json()
  const second = await (await askLink(member, design.id, { days: 30 }, key)).json()
  expect(second).toEqual(first)
  expect(await codeOf(await askLink(member, design.id, { days: 7 }, key))).toEqual([
    422,
    'failed-precondition',
  ])
  expect(await listLinks(member, design.id)).toHaveLength(1)
})

it('gives an address that no page has chosen, and the same to a page from before that repeats', async () => {
  const { member, design } = await createDesign()
  const sent = oldPage()
  const ask = () => read(CreatedArtistLink, askLegacy(member, design.id, sent))
  const { url, link } = await ask()
  expect(await ask()).toEqual({ url, link })
  expect(url).not.toContain(sent.token)
  expect(link.id).not.toBe(sent.id)
  expect([await statusOf(tokenOf(url)), await statusOf(sent.token)]).toEqual([200, 404])
})

const askLegacy = (member: string, designId: string, sent: object) =>
  callAs(member, `/api/gallery/designs/${designId}/links`, json('POST', { days: 30, ...sent }))

it('never opens an ended address again, for its member or for another one', async () => {
  const { member, design } = await createDesign()
  const other = await createDesign()
  const sent = oldPage()
  const { url, link } = await read(CreatedArtistLink, askLegacy(member, design.id, sent))
  await revoke(member, link.id)
  expect(await codeOf(await askLegacy(member, design.id, sent))).toEqual([409, 'link-ended'])
  const claims = [sent, { ...sent, token: tokenOf(url) }, { id: link.id, token: tokenOf(url) }]
  for (const claim of claims) {
    await askLegacy(member, design.id, claim)
    await askLegacy(other.member, other.design.id, claim)
  }
  expect([await statusOf(tokenOf(url)), await statusOf(sent.token)]).toEqual([404, 404])
})

it('keeps the row of an ended link for 90 days, without its answers', async () => {
  const { member, link, token } = await createLinked()
  await sendAnswer(token, 'Oui')
  await revoke(member, link.id)
  expect(await countAnswers(member)).toBe(0)
  const count = () =>
    env.DB.prepare('select count(*) as count from links where id = ?')
      .bind(link.id)
      .first<number>('count')
  vi.setSystemTime(Date.now() + 89 * dayMs)
  await exports.default.sweep()
  expect(await count()).toBe(1)
  vi.setSystemTime(Date.now() + 2 * dayMs)
  await exports.default.sweep()
  expect(await count()).toBe(0)
})

it('gives a restored design its links and answers back, and ends them with the time to undo', async () => {
  const { member, design, token } = await createLinked()
  await sendAnswer(token, 'Plus haut')
  await deleteOne(member, design.id)
  expect([await statusOf(token), (await sendAnswer(token, 'Encore')).status]).toEqual([404, 404])
  await restore(member, design.id)
  expect([await statusOf(token), await countAnswers(member)]).toEqual([200, 1])
  await deleteOne(member, design.id)
  vi.setSystemTime(Date.now() + 1.1 * dayMs)
  await exports.default.sweep()
  expect([await statusOf(token), await countAnswers(member)]).toEqual([404, 0])
})

it('does not take the id of a generation for an import', async () => {
  const { member } = await createDesign()
  const generation = newDesign(member, { subject: 'Payé' })
  const query = `subject=Volé&style=traditional&id=${generation.id}`
  const imported = await read(
    ListedDesign,
    callAs(member, `/api/gallery/designs?${query}`, { method: 'POST', body: importedPng }),
  )
  expect(imported.id).not.toBe(generation.id)
  expect(await saveDesign(generation)).toMatchObject({ id: generation.id, subject: 'Payé' })
})

it('answers a repeated import with the first design, and 422 for another picture or subject', async () => {
  const { member } = await createDesign()
  const key = crypto.randomUUID()
  const send = (subject: string, body: ArrayBuffer = importedPng) =>
    callAs(member, `/api/gallery/designs?subject=${subject}&style=traditional`, {
      method: 'POST',
      body,
      headers: { 'idempotency-key': key },
    })
  const first = await read(ListedDesign, send('Loup'))
  expect(await read(ListedDesign, send('Loup'))).toMatchObject({
    id: first.id,
    number: first.number,
  })
  expect(await codeOf(await send('Rose'))).toEqual([422, 'failed-precondition'])
  const longer = new Uint8Array([...new Uint8Array(importedPng), 0]).buffer
  expect(await codeOf(await send('Loup', longer))).toEqual([422, 'failed-precondition'])
})

it.each(['answers', 'reports'])('refuses the same key with other words: %s', async (kind) => {
  const { token } = await createLinked()
  const key = crypto.randomUUID()
  const send = (text: string, sent = keyed('POST', { text }, key)) =>
    call(`/api/gallery/links/${token}/${kind}`, sent)
  const first = await (await send('Oui')).json()
  expect(await (await send('Oui')).json()).toEqual(first)
  expect(await codeOf(await send('Non'))).toEqual([422, 'failed-precondition'])
})

it('gives a report an address that its reporter has not chosen', async () => {
  const { token } = await createLinked()
  const id = crypto.randomUUID()
  const answer = call(`/api/gallery/links/${token}/reports`, json('POST', { id, text: 'Menace' }))
  expect((await read(ReportReceipt, answer)).url).not.toContain(id)
  expect((await call(`/f/signalements/${id}`)).status).toBe(404)
})

it('refuses the same key with another selection of a ZIP, whose address no page has chosen', async () => {
  const { member, design } = await createDesign()
  const { design: second } = { design: await saveDesign(newDesign(member)) }
  const sent = oldPage()
  const ask = (ids: string[]) =>
    callAs(member, '/api/gallery/archives', json('POST', { ids, token: sent.token }))
  const { url } = await (await ask([design.id])).json<{ url: string }>()
  expect(await (await ask([design.id])).json()).toEqual({ url })
  expect(url).not.toContain(sent.token)
  expect(await codeOf(await ask([second.id]))).toEqual([422, 'failed-precondition'])
  vi.setSystemTime(Date.now() + dayMs)
  await exports.default.sweep()
  expect([(await ask([design.id])).status, (await call(url)).status]).toEqual([404, 404])
})
