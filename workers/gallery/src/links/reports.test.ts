import { env, exports } from 'cloudflare:workers'
import { reportsPerPage } from '@encre/worker/feature'
import { ownerKey } from '@encre/worker/member'
import { expect, it, vi } from 'vitest'
import { OpenedDesign, ReportReceipt } from '../contract.ts'
import { heldImageKey } from '../designs-files.ts'
import { reportHoldMs, reportLifetimeMs } from '../lifetimes.ts'
import { sweep } from '../sweep.ts'
import {
  call,
  callAs,
  codeOf,
  createLink,
  createLinked,
  importedPng,
  json,
  newDesign,
  openPage,
  read,
  saveDesign,
} from '../testing.ts'

async function report(token: string, text = ' Une menace ') {
  const answer = await call(`/api/gallery/links/${token}/reports`, json('POST', { text }))
  expect(answer.status).toBe(201)
  return ReportReceipt.parse(await answer.json())
}

const list = () => exports.default.listReports()
const readDecision = async (url: string) => (await call(new URL(url).pathname)).text()
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

it('reaches the operators, and its number leads to their decision', async () => {
  const { member, design, token } = await createLinked({ subject: 'un loup' })
  const other = await createLink(member, design.id)
  const receipt = await report(token)
  const [listed, ...others] = await list()
  expect([listed, others]).toMatchObject([
    { number: receipt.number, text: 'Une menace', subject: 'un loup', count: 1 },
    [],
  ])
  expect(JSON.stringify(listed)).not.toContain(member)
  expect((await call(listed?.url ?? '')).status).toBe(200)
  expect(await readDecision(receipt.url)).toContain('ne s’est pas encore prononcé')

  expect(await exports.default.decideReport(listed?.id ?? '', 'stopped')).toBe(true)
  expect(await readDecision(receipt.url)).toContain('le partage de ce design est arrêté')
  expect([(await openPage(token)).status, (await openPage(other.token)).status]).toEqual([404, 404])
  const refused = await callAs(
    member,
    `/api/gallery/designs/${design.id}/links`,
    json('POST', { days: 7 }),
  )
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'sharing-stopped' }])
  expect((await callAs(member, `/api/gallery/designs/${design.id}`)).status).toBe(200)
  expect([await list(), await exports.default.decideReport(listed?.id ?? '', 'stopped')]).toEqual([
    [],
    false,
  ])
})

it('leaves the link open when it is dismissed', async () => {
  const { token } = await createLinked()
  const { url } = await report(token)
  const [listed] = await list()
  expect(await exports.default.decideReport(listed?.id ?? '', 'dismissed')).toBe(true)
  expect(await readDecision(url)).toContain('le partage continue')
  expect([(await openPage(token)).status, await list()]).toEqual([200, []])
})

it('waits for another decision when the design changes or is reported again, and only then', async () => {
  const { member, design, token } = await createLinked()
  const first = await report(token)
  const dismiss = async () => exports.default.decideReport((await list())[0]?.id ?? '', 'dismissed')
  const change = (settings: object) =>
    callAs(member, `/api/gallery/designs/${design.id}/settings`, json('PATCH', settings))
  await dismiss()
  await change({ sizeMm: 80 })
  expect(await list()).toEqual([])
  await change({ notes: 'Une insulte' })
  expect(await list()).toHaveLength(1)
  await dismiss()
  await change({ corrections: [{ kind: 'line', width: 1, points: [0, 0, 9, 9] }] })
  expect(await list()).toHaveLength(1)
  await dismiss()
  expect(await list()).toEqual([])
  const second = await report(token, 'Encore une menace')
  expect(await list()).toMatchObject([{ text: 'Encore une menace', count: 2 }])
  expect(await readDecision(first.url)).toContain('le partage continue')
  expect(await readDecision(second.url)).toContain('ne s’est pas encore prononcé')
  await dismiss()
})

it('is read also when the owner and one network have sent all that they may', async () => {
  const { token } = await createLinked()
  const send = (network: string, text: string) =>
    call(`/api/gallery/links/${token}/reports`, {
      ...json('POST', { text }),
      headers: { 'content-type': 'application/json', 'x-network-key': network.repeat(32) },
    })
  for (let count = 0; count < 5; count++) {
    expect((await send('a', `Fausse alerte ${count}`)).status).toBe(201)
  }
  expect((await send('a', 'Encore')).status).toBe(409)
  expect((await send('b', 'Une vraie menace')).status).toBe(201)
  expect(await list()).toMatchObject([{ text: 'Une vraie menace', count: 6 }])
  await exports.default.decideReport((await list())[0]?.id ?? '', 'dismissed')
})

it('stops the same picture under every other design of its member, and tells them', async () => {
  const { member, design, token } = await createLinked({ subject: 'un loup' })
  const twin = await saveDesign(newDesign(member, { origin: 'ai' }))
  const open = await createLink(member, twin.id)
  const other = await saveDesign(newDesign(member), importedPng)
  const stranger = await createLinked()
  await report(token)
  const [listed] = await list()
  await exports.default.decideReport(listed?.id ?? '', 'stopped', 'Une menace, article 3.')
  const askLink = (owner: string, id: string) =>
    callAs(owner, `/api/gallery/designs/${id}/links`, json('POST', { days: 7 }))
  const again = await saveDesign(newDesign(member))
  expect([
    (await openPage(token)).status,
    (await openPage(open.token)).status,
    (await openPage(stranger.token)).status,
  ]).toEqual([404, 404, 200])
  for (const { id } of [design, twin, again]) {
    expect(await codeOf(await askLink(member, id))).toEqual([409, 'sharing-stopped'])
    const opened = await read(OpenedDesign, callAs(member, `/api/gallery/designs/${id}`))
    expect(opened.stopped).toEqual({
      at: expect.any(String),
      reason: 'Une menace, article 3.',
    })
  }
  expect((await askLink(member, other.id)).status).toBe(201)
  expect((await askLink(stranger.member, stranger.design.id)).status).toBe(201)
  const { stopped } = await exports.DesignLibrary.summarizeDesigns(member, 5)
  expect(stopped?.map(({ designId }) => designId).sort()).toEqual(
    [design.id, twin.id, again.id].sort(),
  )
})

it('recognises a picture that the version before stopped, after the next sweep', async () => {
  const { member, token } = await createLinked()
  await report(token)
  await exports.default.decideReport((await list())[0]?.id ?? '', 'stopped')
  // What that version wrote.
  await env.DB.prepare('update reported_links set pixels = null, reason = null').run()
  await sweep(env)
  const again = await saveDesign(newDesign(member))
  const sent = json('POST', { days: 7 })
  const refused = await callAs(member, `/api/gallery/designs/${again.id}/links`, sent)
  expect(await codeOf(refused)).toEqual([409, 'sharing-stopped'])
})

it('keeps of a stopped picture its hash when the account goes', async () => {
  const { member, token, link } = await createLinked()
  await report(token)
  await exports.default.decideReport((await list())[0]?.id ?? '', 'stopped', 'Une menace.')
  await exports.DesignLibrary.eraseMember(member)
  const { results } = await env.DB.prepare('select * from reported_links where link_id = ?')
    .bind(link.id)
    .all()
  expect(results).toMatchObject([{ pixels: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  expect(JSON.stringify(results)).not.toContain(member)
})

it('stays with its picture when the link and the account go, and nobody else sees it', async () => {
  const { member, link, token } = await createLinked()
  const { url } = await report(token)
  await callAs(member, `/api/gallery/links/${link.id}`, { method: 'DELETE' })
  await exports.DesignLibrary.eraseMember(member)
  const [listed] = await list()
  expect(listed).toMatchObject({ text: 'Une menace', subject: '' })
  expect((await call(listed?.url ?? '')).status).toBe(200)
  const unsigned = `/api/gallery/images/${link.id}?h=1&o=${await ownerKey(member)}&e=99999999999&s=${'A'.repeat(43)}`
  expect((await call(unsigned)).status).toBe(404)

  later(reportHoldMs + 1000)
  await sweep(env)
  expect(await env.IMAGES.head(heldImageKey(link.id))).toBeNull()
  expect(await list()).toHaveLength(1)
  later(reportLifetimeMs - reportHoldMs)
  await sweep(env)
  expect([await list(), (await call(new URL(url).pathname)).status]).toEqual([[], 404])
})

it('is one row for a link, of at most five reports, beside those of the same member', async () => {
  const { member, design, token } = await createLinked()
  const another = await createLinked()
  for (let count = 0; count < 5; count++) {
    await report(token, `Menace ${count}`)
  }
  const sixth = await call(`/api/gallery/links/${token}/reports`, json('POST', { text: 'Encore' }))
  expect([sixth.status, await sixth.json()]).toMatchObject([409, { code: 'too-many-reports' }])
  await report(another.token)
  await report((await createLink(member, design.id)).token)
  const listed = await list()
  expect(listed.map(({ count }) => count).toSorted()).toEqual([1, 1, 5])
  const members = listed.map((row) => row.member)
  expect(members.lastIndexOf(members[0] ?? '') - members.indexOf(members[0] ?? '')).toBe(
    members.filter((one) => one === members[0]).length - 1,
  )
  expect(await exports.default.listReports(1)).toEqual([])
  // One row more than a page has says that another page follows.
  const now = new Date().toISOString()
  await env.DB.batch(
    Array.from({ length: reportsPerPage }, (_, index) => [
      env.DB.prepare(
        "insert into reported_links (link_id, design_id, owner_key) values (?, 'd', 'f')",
      ).bind(`more-${index}`),
      env.DB.prepare(
        "insert into reports (id, link_id, text, created_at) values (?, ?, 'Encore', ?)",
      ).bind(`more-${index}`, `more-${index}`, now),
    ]).flat(),
  )
  expect(await list()).toHaveLength(reportsPerPage + 1)
  expect(await exports.default.listReports(1)).toHaveLength(listed.length)
})
