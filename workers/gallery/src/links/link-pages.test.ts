import { env, exports } from 'cloudflare:workers'
import { afterEach, expect, it, vi } from 'vitest'
import { galleryPaths, LinkedDesign } from '../contract.ts'
import { call, callAs, createDesign, createLink, dayMs, json, minuteMs, openPage, readAnswer, readImage } from '../testing.ts'

afterEach(() => {
  vi.useRealTimers()
})

const linkedDesignOf = (html: string) =>
  LinkedDesign.parse(JSON.parse(html.match(/<script type="application\/json" id="linked-design">(.*?)<\/script>/s)?.[1] ?? 'null'))

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
    "font-src 'self'",
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

it('answers a page when the database fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await env.DB.exec('alter table links rename to links_away')
  const { status, headers, body } = await openPage('any')
  await env.DB.exec('alter table links_away rename to links')
  expect([status, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(body).toContain('Le serveur ne répond pas')
})
