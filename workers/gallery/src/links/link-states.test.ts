import { env, exports } from 'cloudflare:workers'
import { hashToken } from '@encre/worker/secrets'
import { expect, it, vi } from 'vitest'
import { ReportReceipt } from '../contract.ts'
import {
  call,
  callAs,
  codeOf,
  createLinked,
  dayMs,
  deleteOne,
  json,
  openPage,
  read,
  restore,
} from '../testing.ts'
import { type LinkEvent, type LinkState, linkStates } from './link-states.ts'

type Linked = Awaited<ReturnType<typeof createLinked>>

async function stop({ token }: Linked): Promise<void> {
  const sent = json('POST', { text: 'Une menace' })
  const answer = call(`/api/gallery/links/${token}/reports`, sent)
  const { url } = await read(ReportReceipt, answer)
  await exports.default.decideReport(url.split('/').at(-1) ?? '', 'stopped')
}

const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

/** How each event happens, and each state begins. */
const events: Record<LinkEvent, (linked: Linked) => Promise<unknown>> = {
  revoke: ({ member, link }) =>
    callAs(member, `/api/gallery/links/${link.id}`, { method: 'DELETE' }),
  delete: ({ member, design }) => deleteOne(member, design.id),
  restore: ({ member, design }) => restore(member, design.id),
  remove: async ({ design }) => {
    await env.DB.prepare("update designs set deleted_at = '2026-01-01T00:00:00.000Z' where id = ?")
      .bind(design.id)
      .run()
    await exports.default.sweep()
  },
  stop,
  expire: async () => later(31 * dayMs),
  erase: ({ member }) => exports.DesignLibrary.eraseMember(member),
}
const begin: Record<LinkState, (linked: Linked) => Promise<unknown>> = {
  open: async () => {},
  resting: events.delete,
  ended: events.revoke,
}

/** As requests see it: an ended link does not come back when its design is restored. */
async function readState({ member, design, token }: Linked): Promise<LinkState> {
  if ((await openPage(token)).status === 200) return 'open'
  await restore(member, design.id)
  return (await openPage(token)).status === 200 ? 'resting' : 'ended'
}

const cells = Object.entries(linkStates).flatMap(([state, { next }]) =>
  Object.entries(next).map(([event, expected]) => ({ state, event, expected })),
) as { state: LinkState; event: LinkEvent; expected: LinkState }[]

it.each(cells)('$state + $event: $expected', async ({ state, event, expected }) => {
  const linked = await createLinked()
  await begin[state](linked)
  await events[event](linked)
  expect(await readState(linked)).toBe(expected)
})

it.each([
  { state: 'open', hours: 1, status: 201 },
  { state: 'resting', hours: 23, status: 201 },
  { state: 'ended', hours: 23, status: 201 },
  { state: 'ended', hours: 25, status: 404 },
] as const)('$state, $hours h later: a report is answered $status', async (cell) => {
  const linked = await createLinked()
  await begin[cell.state](linked)
  later(cell.hours * 3_600_000)
  const sent = json('POST', { text: 'Une menace' })
  const answer = await call(`/api/gallery/links/${linked.token}/reports`, sent)
  expect(answer.status).toBe(cell.status)
  const listed = await exports.default.listReports()
  expect(listed).toHaveLength(cell.status === 201 ? 1 : 0)
  if (listed[0]) {
    expect((await call(listed[0].url)).status).toBe(200)
    await exports.default.decideReport(listed[0].id, 'dismissed')
  }
})

it('stays ended under the version before, which deletes rows and takes what a page chose', async () => {
  const linked = await createLinked()
  await env.DB.prepare('delete from links where id = ?').bind(linked.link.id).run()
  const row = await env.DB.prepare('select token_hash, member_id from links where id = ?')
    .bind(linked.link.id)
    .first<{ token_hash: string; member_id: string }>()
  expect(row?.member_id).toBe('')
  // The statement of the version before, for a page that sends the address again.
  await env.DB.prepare(
    `insert into links (id, token_hash, member_id, design_id, created_at, expires_at)
     values (?, ?, ?, ?, '2026-11-28T00:00:00.000Z', '2999-01-01T00:00:00.000Z') on conflict do nothing`,
  )
    .bind(crypto.randomUUID(), row?.token_hash ?? '', linked.member, linked.design.id)
    .run()
  expect((await openPage(linked.token)).status).toBe(404)
})

it('answers a page from before with the link that its version created, and says when that has ended', async () => {
  const { member, design } = await createLinked()
  const id = crypto.randomUUID()
  const token = crypto.randomUUID().replaceAll('-', '').slice(0, 22)
  await env.DB.prepare(
    `insert into links (id, token_hash, member_id, design_id, created_at, expires_at)
     values (?, ?, ?, ?, '2026-11-28T00:00:00.000Z', '2999-01-01T00:00:00.000Z')`,
  )
    .bind(id, await hashToken(token), member, design.id)
    .run()
  const repeat = () =>
    callAs(member, `/api/gallery/designs/${design.id}/links`, json('POST', { days: 30, id, token }))
  expect(await (await repeat()).json()).toMatchObject({
    url: `${env.SITE_ORIGIN}/f/${token}`,
    link: { id },
  })
  await env.DB.prepare('delete from links where id = ?').bind(id).run()
  expect(await codeOf(await repeat())).toEqual([409, 'link-ended'])
})
