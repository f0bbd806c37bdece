import { env, exports } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { LinkedDesign } from '../contract.ts'
import {
  call,
  callAs,
  countAnswers,
  createLinked,
  dayMs,
  deleteOne,
  json,
  minuteMs,
  openPage,
  readAnswer,
  readImage,
  sendAnswer,
} from '../testing.ts'

const linkedDesignOf = (html: string) =>
  LinkedDesign.parse(
    JSON.parse(
      html.match(/<script type="application\/json" id="linked-design">(.*?)<\/script>/s)?.[1] ??
        'null',
    ),
  )

it('shows the design as it was kept, and no member, to whoever has the link', async () => {
  const { member, design, url, token } = await createLinked({ subject: 'un cœur', origin: 'ai' })
  const settings = {
    sizeMm: 84,
    rendering: 'outlines',
    notes: 'Trait fin\nsur le poignet',
    exactPlace: 'Côté pouce',
  }
  await callAs(member, `/api/gallery/designs/${design.id}/settings`, json('PATCH', settings))
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
  const shown = [
    'un cœur',
    '8,4 cm',
    'Traditionnel',
    'la nuque',
    'Image générée par IA',
    settings.notes,
    `</span> ${settings.exactPlace}`,
    'Ça me va',
    'Trop de détails',
    'name="robots" content="noindex',
  ]
  for (const text of shown) {
    expect(body).toContain(text)
  }
  for (const hidden of [member, design.userId, design.id, design.prompt, 'og:', 'o=']) {
    expect(body).not.toContain(hidden)
  }
  expect(linkedDesignOf(body)).toMatchObject({ ...settings, fineness: null, keepsFrame: false })
})

it('says of a design without settings that its frame belongs to it, as its own page does', async () => {
  const { token } = await createLinked()
  const { body } = await openPage(token)
  expect(linkedDesignOf(body)).toMatchObject({ keepsFrame: true, crop: null })
})

it('lets the page run the files of the site only', async () => {
  const { token } = await createLinked()
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
  const digest = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style)),
  ).toBase64()
  expect(policy[3]).toContain(digest)
})

it('writes the words of a member as text', async () => {
  const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
  const { member, design, token } = await createLinked({ subject: hostile })
  await callAs(
    member,
    `/api/gallery/designs/${design.id}/settings`,
    json('PATCH', { notes: `${hostile}<!--` }),
  )
  const { body } = await openPage(token)
  for (const live of ['<script>alert', '<img src=x', '<!--']) {
    expect(body).not.toContain(live)
  }
  expect(linkedDesignOf(body)).toMatchObject({ subject: hostile, notes: `${hostile}<!--` })
})

it('serves the image at an address of the link, for no cache', async () => {
  const { token } = await createLinked()
  const answer = await readImage(token)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, no-store',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('content-length')))
})

it('answers every link that does not open with the same page, and deletes the answers of ended ones', async () => {
  const unknown = await openPage('A'.repeat(22))
  expect([unknown.status, unknown.headers['cache-control']]).toEqual([404, 'private, no-store'])
  expect(unknown.body).toContain('Ce lien n’existe plus.')

  const revoked = await createLinked()
  const deleted = await createLinked()
  const erased = await createLinked()
  expect((await openPage(revoked.token)).status).toBe(200)
  for (const { token } of [revoked, deleted, erased]) {
    expect((await sendAnswer(token, 'Oui')).status).toBe(201)
  }
  expect(
    (await callAs(revoked.member, `/api/gallery/links/${revoked.link.id}`, { method: 'DELETE' }))
      .status,
  ).toBe(204)
  await deleteOne(deleted.member, deleted.design.id)
  await exports.DesignLibrary.eraseMember(erased.member)
  for (const { token, member } of [revoked, deleted, erased]) {
    expect([await openPage(token), (await readImage(token)).status]).toEqual([unknown, 404])
    const kept = member === deleted.member ? 1 : 0
    expect([(await sendAnswer(token, 'Encore')).status, await countAnswers(member)]).toEqual([
      404,
      kept,
    ])
  }

  const encoded = ['%00', '..%2f..', encodeURIComponent("' or 1=1 --"), '%f0%9f%92%80']
  const hostile = ['', 'a'.repeat(4000), '<b>', `${revoked.token}=`, 'a/b', ...encoded]
  for (const token of hostile) {
    expect(await openPage(token), token).toEqual(unknown)
  }

  const { token } = await createLinked({}, 7)
  vi.setSystemTime(Date.now() + 7 * dayMs - minuteMs)
  expect((await openPage(token)).status).toBe(200)
  vi.setSystemTime(Date.now() + 2 * minuteMs)
  expect([await openPage(token), (await readImage(token)).status]).toEqual([unknown, 404])
})

it('answers a person who opens the image of a revoked link with the page, and a script with a problem', async () => {
  const { status, body } = await readAnswer(
    await call('/api/gallery/links/gone/image', { headers: { 'sec-fetch-dest': 'document' } }),
  )
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
