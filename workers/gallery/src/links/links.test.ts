import { env, exports } from 'cloudflare:workers'
import { countRowsRead } from '@encre/worker/testing-rows-read'
import { hashToken } from '@encre/worker/token'
import { afterEach, expect, it, vi } from 'vitest'
import type { NewDesign } from '../contract.ts'
import { ArtistLinks, CreatedArtistLink, galleryPaths, LinkedDesign, mostLinks } from '../contract.ts'
import { call, callAs, newDesign, saveDesign } from '../testing.ts'
import { findSharedDesign, listMemberLinks } from './links-store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const json = (method: string, body: unknown) => ({ method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

afterEach(() => {
  vi.useRealTimers()
})

let members = 0
async function createDesign(fields: Partial<NewDesign> = {}) {
  const member = `auth0|links-${++members}`
  return { member, design: await saveDesign(newDesign(member, fields)) }
}

async function createLink(member: string, designId: string, days = 30) {
  const answer = await callAs(member, galleryPaths.designLinks(designId), json('POST', { days }))
  expect(answer.status).toBe(201)
  const { url, link } = CreatedArtistLink.parse(await answer.json())
  const token = url.split('/').at(-1) ?? ''
  return { url, link, token }
}

async function listLinks(member: string, designId: string) {
  return ArtistLinks.parse(await (await callAs(member, galleryPaths.designLinks(designId))).json()).links
}

/** Status, body and headers, without what differs from request to request. */
async function readAnswer(answer: Response) {
  const { 'x-request-id': _, ...headers } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers, body: await answer.text() }
}

const openPage = async (token: string) => readAnswer(await call(galleryPaths.linkPage(token)))
const readImage = (token: string) => call(galleryPaths.linkImage(token))
const linkedDesignOf = (html: string) =>
  LinkedDesign.parse(JSON.parse(html.match(/<script type="application\/json" id="linked-design">(.*?)<\/script>/s)?.[1] ?? 'null'))

it('says that a design without colours is in black ink', async () => {
  const { member, design } = await createDesign({ colors: [] })
  const { token } = await createLink(member, design.id)
  expect((await openPage(token)).body).toContain('<dd>Encre noire</dd>')
})

it('sets the member’s words with typographic apostrophes', async () => {
  const { member, design } = await createDesign({ subject: "L'aigle d'Hélène" })
  await callAs(member, galleryPaths.settings(design.id), json('PATCH', { notes: "Sur l'avant-bras" }))
  const { token } = await createLink(member, design.id)
  const { body } = await openPage(token)
  expect(body).toContain('>L’aigle d’Hélène</h1>')
  expect(body).toContain('<p class="notes">Sur l’avant-bras</p>')
})

it('shows the design as it was kept, and no member, to whoever has the link', async () => {
  const { member, design } = await createDesign({ subject: 'un cœur', origin: 'ai' })
  await callAs(
    member,
    galleryPaths.settings(design.id),
    json('PATCH', { sizeMm: 84, rendering: 'outlines', notes: 'Trait fin\nsur le poignet' }),
  )
  const { url, token } = await createLink(member, design.id)
  expect(url).toBe(`${env.SITE_ORIGIN}/f/${token}`)
  const { status, headers, body } = await openPage(token)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  for (const shown of [
    'un cœur',
    '8,4 cm',
    'Traditionnel',
    'la nuque',
    'Image générée par IA',
    'Trait fin\nsur le poignet',
    'name="robots" content="noindex',
  ])
    expect(body).toContain(shown)
  for (const hidden of [member, design.userId, design.id, design.prompt, 'og:', 'o=']) expect(body).not.toContain(hidden)
  expect(linkedDesignOf(body)).toMatchObject({ sizeMm: 84, rendering: 'outlines', fineness: null, notes: 'Trait fin\nsur le poignet' })
})

it('lets the page run the files of the site only', async () => {
  const { member, design } = await createDesign()
  const { token } = await createLink(member, design.id)
  const { headers, body } = await openPage(token)
  const policy = headers['content-security-policy']?.split('; ') ?? []
  expect(policy).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    expect.stringMatching(/^style-src 'sha256-[A-Za-z0-9+/]{43}='$/),
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ])
  const style = body.match(/<style>(.*?)<\/style>/s)?.[1] ?? ''
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))).toBase64()
  expect(policy[3]).toContain(digest)
})

it('writes the words of a member as text', async () => {
  const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
  const { member, design } = await createDesign({ subject: hostile })
  await callAs(member, galleryPaths.settings(design.id), json('PATCH', { notes: `${hostile}<!--` }))
  const { token } = await createLink(member, design.id)
  const { body } = await openPage(token)
  expect(body).not.toContain('<script>alert')
  expect(body).not.toContain('<img src=x')
  expect(body).not.toContain('<!--')
  expect(linkedDesignOf(body)).toMatchObject({ subject: hostile, notes: `${hostile}<!--` })
})

it('serves the image at an address of the link, for no cache', async () => {
  const { member, design } = await createDesign()
  const { token } = await createLink(member, design.id)
  const answer = await readImage(token)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'private, no-store',
  ])
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('content-length')))
})

it('answers every link that does not open with the same page', async () => {
  const unknown = await openPage('A'.repeat(22))
  expect([unknown.status, unknown.headers['cache-control']]).toEqual([404, 'private, no-store'])
  expect(unknown.body).toContain('Ce lien n’existe plus.')

  const revoked = await createDesign()
  const revokedLink = await createLink(revoked.member, revoked.design.id)
  expect((await openPage(revokedLink.token)).status).toBe(200)
  expect((await callAs(revoked.member, galleryPaths.link(revokedLink.link.id), { method: 'DELETE' })).status).toBe(204)

  const deleted = await createDesign()
  const deletedLink = await createLink(deleted.member, deleted.design.id)
  await callAs(deleted.member, galleryPaths.design(deleted.design.id), { method: 'DELETE' })

  const erased = await createDesign()
  const erasedLink = await createLink(erased.member, erased.design.id)
  await exports.DesignLibrary.eraseMember(erased.member)

  const hostile = [
    '',
    '%00',
    '..%2f..',
    'a'.repeat(4000),
    encodeURIComponent("' or 1=1 --"),
    '<b>',
    `${revokedLink.token}=`,
    'a/b',
    '%f0%9f%92%80',
  ]
  for (const token of hostile) expect(await openPage(token), token).toEqual(unknown)
  for (const { token } of [revokedLink, deletedLink, erasedLink]) {
    expect(await openPage(token)).toEqual(unknown)
    expect((await readImage(token)).status).toBe(404)
  }

  const expired = await createDesign()
  const expiredLink = await createLink(expired.member, expired.design.id, 7)
  vi.setSystemTime(Date.now() + 7 * dayMs - minuteMs)
  expect((await openPage(expiredLink.token)).status).toBe(200)
  vi.setSystemTime(Date.now() + 2 * minuteMs)
  expect(await openPage(expiredLink.token)).toEqual(unknown)
  expect((await readImage(expiredLink.token)).status).toBe(404)
})

it('answers a person who opens the image of a revoked link with the page, and a script with a problem', async () => {
  const { status, body } = await readAnswer(await call(galleryPaths.linkImage('gone'), { headers: { 'sec-fetch-dest': 'document' } }))
  expect([status, body]).toEqual([404, (await openPage('gone')).body])
  expect((await readImage('gone')).headers.get('content-type')).toBe('application/problem+json')
})

it('does not bring links back with a restored design', async () => {
  const { member, design } = await createDesign()
  const { token } = await createLink(member, design.id)
  await callAs(member, galleryPaths.design(design.id), { method: 'DELETE' })
  const restored = await callAs(member, galleryPaths.restore, json('POST', { ids: [design.id] }))
  expect(await restored.json()).toEqual({ done: [design.id], failed: [] })
  expect((await openPage(token)).status).toBe(404)
  expect(await listLinks(member, design.id)).toEqual([])
})

it('keeps a hash of the token and not the token', async () => {
  const { member, design } = await createDesign()
  const { token, link } = await createLink(member, design.id)
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
  expect(second.link).toEqual({
    id: second.link.id,
    createdAt: '2026-11-20T10:05:00.000Z',
    expiresAt: '2027-02-18T10:05:00.000Z',
    openedAt: null,
  })

  await openPage(first.token)
  await readImage(first.token)
  expect((await listLinks(member, design.id))[1]).toEqual(first.link)

  vi.setSystemTime(new Date('2026-11-20T10:07:45.000Z'))
  expect((await call(galleryPaths.linkOpenings(first.token), { method: 'POST' })).status).toBe(204)
  expect((await listLinks(member, design.id))[1]).toEqual({ ...first.link, openedAt: '2026-11-20T10:07:00.000Z' })

  vi.setSystemTime(new Date('2026-11-27T10:01:00.000Z'))
  expect(await listLinks(member, design.id)).toEqual([second.link])
})

it('answers an opening of an unknown link as one of a known link', async () => {
  const { member, design } = await createDesign()
  const { token } = await createLink(member, design.id)
  const known = await readAnswer(await call(galleryPaths.linkOpenings(token), { method: 'POST' }))
  expect(await readAnswer(await call(galleryPaths.linkOpenings('unknown'), { method: 'POST' }))).toEqual(known)
})

it('refuses another lifetime than 7, 30 or 90 days, and unknown fields', async () => {
  const { member, design } = await createDesign()
  for (const body of [{}, { days: 31 }, { days: '30' }, { days: 30, member: 'other' }, null]) {
    expect((await callAs(member, galleryPaths.designLinks(design.id), json('POST', body))).status).toBe(400)
  }
})

it(`gives a design ${mostLinks} open links at most`, async () => {
  const { member, design } = await createDesign()
  const made = []
  for (let count = 0; count < mostLinks; count++) made.push(await createLink(member, design.id))
  const refused = await callAs(member, galleryPaths.designLinks(design.id), json('POST', { days: 30 }))
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'too-many-links' }])
  await callAs(member, galleryPaths.link(made[0]?.link.id ?? ''), { method: 'DELETE' })
  await createLink(member, design.id)
})

it("leaves another member's link alone", async () => {
  const { member, design } = await createDesign()
  const { token, link } = await createLink(member, design.id)
  expect((await callAs('auth0|somebody-else', galleryPaths.link(link.id), { method: 'DELETE' })).status).toBe(404)
  expect((await openPage(token)).status).toBe(200)
})

it('reads two rows to open a link among a thousand', async () => {
  const { member, design } = await createDesign()
  const { token } = await createLink(member, design.id)
  const insert = env.DB.prepare(
    `insert into links (id, token_hash, member_id, design_id, created_at, expires_at) select ?1, ?1, member_id, id, ?2, ?2 from designs where id = ?3`,
  )
  await env.DB.batch(Array.from({ length: 1000 }, (_, index) => insert.bind(`row-${index}`, '2027-11-20T10:00:00.000Z', design.id)))
  const rowsRead: number[] = []
  const prepare = env.DB.prepare.bind(env.DB)
  const counting = {
    prepare: (sql: string) => ({
      bind: (...values: unknown[]) => ({
        first: async () => {
          const { results, meta } = await prepare(sql)
            .bind(...values)
            .all()
          rowsRead.push(meta.rows_read)
          return results[0] ?? null
        },
      }),
    }),
  } as unknown as D1Database
  expect(await findSharedDesign(counting, await hashToken(token), new Date())).toMatchObject({ id: design.id })
  expect(await findSharedDesign(counting, await hashToken('unknown'), new Date())).toBeNull()
  expect(rowsRead).toEqual([2, expect.toSatisfy((rows: number) => rows <= 1)])
})

it('reads the links of one member for a data download, and no other', async () => {
  const { member, design } = await createDesign()
  const { link } = await createLink(member, design.id)
  const other = await createDesign()
  const insert = env.DB.prepare(
    `insert into links (id, token_hash, member_id, design_id, created_at, expires_at) values (?1, ?1, ?2, ?3, ?4, ?4)`,
  )
  const ids = Array.from({ length: 200 }, () => crypto.randomUUID())
  await env.DB.batch(ids.map((id) => insert.bind(id, other.member, other.design.id, '2027-11-20T10:00:00.000Z')))
  const { db, rowsRead } = countRowsRead(env.DB)
  expect((await listMemberLinks(db, member)).map(({ id }) => id)).toEqual([link.id])
  expect(rowsRead()).toBeLessThanOrEqual(2)
})

it('removes expired links with the sweep, and keeps the others', async () => {
  const { member, design } = await createDesign()
  const short = await createLink(member, design.id, 7)
  const long = await createLink(member, design.id, 90)
  vi.setSystemTime(Date.now() + 8 * dayMs)
  await exports.default.sweep()
  const { results } = await env.DB.prepare('select id from links where design_id = ?').bind(design.id).all()
  expect(results).toEqual([{ id: long.link.id }])
  expect(short.link.id).not.toBe(long.link.id)
})

it('answers a page when the database fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await env.DB.exec('alter table links rename to links_away')
  const { status, headers, body } = await openPage('any')
  await env.DB.exec('alter table links_away rename to links')
  expect([status, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(body).toContain('Le serveur ne répond pas')
})
