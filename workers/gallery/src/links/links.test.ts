import { env, exports } from 'cloudflare:workers'
import { hashToken } from '@encre/worker/secrets'
import { countRowsRead } from '@encre/worker/testing-rows-read'
import { expect, it, vi } from 'vitest'
import { mostLinks } from '../contract.ts'
import {
  call,
  callAs,
  codeOf,
  countAnswers,
  createDesign,
  createLink,
  createLinked,
  dayMs,
  json,
  listLinks,
  openPage,
  readImage,
  sendAnswer,
} from '../testing.ts'
import { findSharedDesign } from './links-store.ts'

it('keeps a hash of the token and not the token', async () => {
  const { token, link } = await createLinked()
  expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/)
  const row = await env.DB.prepare('select * from links where id = ?').bind(link.id).first()
  expect(JSON.stringify(row)).not.toContain(token)
  expect(row).toMatchObject({ token_hash: await hashToken(token) })
})

it('lists the links that still open, newest first, with the minute of their last opening', async () => {
  vi.setSystemTime(new Date('2026-11-20T10:00:30.500Z'))
  const { member, design } = await createDesign()
  const first = await createLink(member, design.id, 7)
  vi.setSystemTime(new Date('2026-11-20T10:05:00.000Z'))
  const second = await createLink(member, design.id, 90)
  expect(await listLinks(member, design.id)).toEqual([second.link, first.link])
  const createdAt = '2026-11-20T10:05:00.000Z'
  const expiresAt = '2027-02-18T10:05:00.000Z'
  expect(second.link).toEqual({ id: second.link.id, createdAt, expiresAt, openedAt: null })

  await openPage(first.token)
  await readImage(first.token)
  expect((await listLinks(member, design.id))[1]).toEqual(first.link)

  vi.setSystemTime(new Date('2026-11-20T10:07:45.000Z'))
  expect(
    (await call(`/api/gallery/links/${first.token}/openings`, { method: 'POST' })).status,
  ).toBe(204)
  expect((await listLinks(member, design.id))[1]).toEqual({
    ...first.link,
    openedAt: '2026-11-20T10:07:00.000Z',
  })

  vi.setSystemTime(new Date('2026-11-27T10:01:00.000Z'))
  expect(await listLinks(member, design.id)).toEqual([second.link])
})

it('refuses another lifetime than 7, 30 or 90 days, and unknown fields', async () => {
  const { member, design } = await createDesign()
  for (const body of [{}, { days: 31 }, { days: '30' }, { days: 30, member: 'other' }, null]) {
    expect(
      (await callAs(member, `/api/gallery/designs/${design.id}/links`, json('POST', body))).status,
    ).toBe(400)
  }
})

it(`gives a design ${mostLinks} open links at most`, async () => {
  const { member, design } = await createDesign()
  const made = await Promise.all(
    Array.from({ length: mostLinks }, () => createLink(member, design.id)),
  )
  const refused = await callAs(
    member,
    `/api/gallery/designs/${design.id}/links`,
    json('POST', { days: 30 }),
  )
  expect(await codeOf(refused)).toEqual([409, 'too-many-links'])
  await callAs(member, `/api/gallery/links/${made[0]?.link.id ?? ''}`, { method: 'DELETE' })
  await createLink(member, design.id)
})

it('reads two rows to open a link among a thousand', async () => {
  const { design, token } = await createLinked()
  await env.DB.prepare(
    `insert into links (id, token_hash, member_id, design_id, created_at, expires_at)
     with recursive series (value) as (select 1 union all select value + 1 from series where value < 1000)
     select 'row-' || value, 'row-' || value, member_id, id, '2027-11-20T10:00:00.000Z', '2027-11-20T10:00:00.000Z'
     from series, designs where id = ?`,
  )
    .bind(design.id)
    .run()
  const { db, rowsRead } = countRowsRead(env.DB)
  expect(await findSharedDesign(db, await hashToken(token))).toMatchObject({
    id: design.id,
  })
  expect(rowsRead()).toBe(2)
  expect(await findSharedDesign(db, await hashToken('unknown'))).toBeNull()
  expect(rowsRead()).toBeLessThanOrEqual(3)
})

it('ends expired links with the sweep, with their answers, and keeps the others', async () => {
  const { member, design, token } = await createLinked({}, 7)
  await sendAnswer(token, 'Oui')
  const long = await createLink(member, design.id, 90)
  vi.setSystemTime(Date.now() + 8 * dayMs)
  expect([(await sendAnswer(token, 'Encore')).status, await countAnswers(member)]).toEqual([404, 1])
  await exports.default.sweep()
  expect(await countAnswers(member)).toBe(0)
  const { results } = await env.DB.prepare(
    'select id from links where design_id = ? and ended_at is null',
  )
    .bind(design.id)
    .all()
  expect(results).toEqual([{ id: long.link.id }])
})
