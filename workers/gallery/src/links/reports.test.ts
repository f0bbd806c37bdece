import { env, exports } from 'cloudflare:workers'
import { reportsPerPage } from '@encre/worker/feature'
import { ownerKey } from '@encre/worker/member'
import { expect, it, vi } from 'vitest'
import { ReportReceipt } from '../contract.ts'
import { heldImageKey } from '../designs-files.ts'
import { reportHoldMs, reportLifetimeMs } from '../lifetimes.ts'
import { sweep } from '../sweep.ts'
import { call, callAs, createLink, createLinked, json, openPage } from '../testing.ts'

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
