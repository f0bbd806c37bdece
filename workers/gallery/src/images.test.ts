import { env } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { describe, expect, it, vi } from 'vitest'
import { imageKey, thumbnailKey } from './designs-files.ts'
import { readImageUrl, signImageUrl } from './image-url.ts'
import { createThumbnail } from './images.ts'
import { call, codeOf, deleteOne, newDesign, png, saveDesign } from './testing.ts'

const hour = 60 * 60 * 1000
const settings = { origin: 'https://encre.test', imageUrlSecret: 'a secret for tests only' }
const design = newDesign('images')
const { imageUrl } = await saveDesign(design)

it('an image: opens with its URL only, and cannot run scripts', async () => {
  const answer = await call(imageUrl)
  expect(answer.status).toBe(200)
  const bytes = await answer.bytes()
  const stored = await env.IMAGES.get(imageKey(await ownerKey('images'), design.id))
  expect(bytes).toEqual(await stored?.bytes())
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    'content-disposition': `inline; filename="encre-${design.id}.png"`,
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  })
  const [, seconds] = answer.headers.get('cache-control')?.match(/^private, max-age=(\d+)$/) ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(6 * 3600 - 5)
  expect(Number(seconds)).toBeLessThanOrEqual(12 * 3600)
})

it('an image: answers 304 to a browser that has it', async () => {
  const etag = (await call(imageUrl)).headers.get('etag') ?? ''
  const again = await call(imageUrl, { headers: { 'if-none-match': etag } })
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  expect((await call(imageUrl, { headers: { 'if-none-match': '"another"' } })).status).toBe(200)
  expect((await call(imageUrl, { headers: { 'if-match': '"another"' } })).status).toBe(412)
})

it.each(['if-modified-since', 'if-unmodified-since', 'range', 'if-range'])(
  'an image: answers every %s without a failure',
  async (name) => {
    const ranges = ['bytes=', 'bytes=9-1', 'bytes=-', 'bytes=0-1,3-4', 'lines=1-2']
    const dates = [
      'yesterday',
      '0',
      'Mon, 99 Foo 2026 00:00:00 GMT',
      '9999-99-99',
      'Thu, 01 Jan 1970 00:00:00 GMT',
    ]
    for (const value of [...ranges, ...dates]) {
      const { status } = await call(imageUrl, { headers: { [name]: value } })
      expect([200, 206, 304, 400, 412, 416], `${name}: ${value.slice(0, 40)}`).toContain(status)
    }
  },
)

it('an image: answers parts of it', async () => {
  const whole = await (await call(imageUrl)).bytes()
  const size = whole.length
  const cases = [
    { range: 'bytes=0-9', start: 0, end: 9 },
    { range: 'bytes=10-', start: 10, end: size - 1 },
    { range: 'bytes=-8', start: size - 8, end: size - 1 },
    { range: `bytes=10-${size + 50}`, start: 10, end: size - 1 },
  ]
  for (const { range, start, end } of cases) {
    const answer = await call(imageUrl, { headers: { range } })
    const headers = ['content-range', 'content-length'].map((name) => answer.headers.get(name))
    expect([answer.status, ...headers]).toEqual([
      206,
      `bytes ${start}-${end}/${size}`,
      String(end - start + 1),
    ])
    expect(await answer.bytes()).toEqual(whole.slice(start, end + 1))
  }
  const outside = { headers: { range: 'bytes=90000-' } }
  expect((await call(imageUrl, outside)).status).toBe(200)
  vi.spyOn(env.IMAGES, 'get').mockRejectedValueOnce(
    new Error('get: The requested range is not satisfiable (10039)'),
  )
  expect((await call(imageUrl, outside)).status).toBe(416)
})

it('an image: answers the same 404 for a forged, expired, incomplete URL and for the URL of another member', async () => {
  const url = new URL(imageUrl)
  const change = (name: string, value: string | null) => {
    const changed = new URL(url)
    if (value === null) changed.searchParams.delete(name)
    else changed.searchParams.set(name, value)
    return changed.href
  }
  const other = await ownerKey('somebody else')
  const wrong = [
    change('s', 'A'.repeat(43)),
    change('s', null),
    change('o', other),
    change('o', '../../x'),
    change('e', String(Number(url.searchParams.get('e')) + 21600)),
    change('e', null),
    imageUrl.replace(design.id, crypto.randomUUID()),
    await signImageUrl(settings, await ownerKey('images'), design.id, {
      now: Date.now() - 13 * hour,
    }),
    await signImageUrl(settings, other, design.id),
    await signImageUrl(
      { ...settings, imageUrlSecret: 'another' },
      await ownerKey('images'),
      design.id,
    ),
  ]
  for (const address of wrong) {
    expect(await codeOf(await call(address)), address).toEqual([404, 'not-found'])
  }
})

describe('an image that is gone', () => {
  const gone = '/api/gallery/images/gone?o=0&e=1&s=0'

  const page = 'text/html; charset=utf-8'
  const problem = 'application/problem+json'

  it.each([
    {
      caller: 'a browser that opens it',
      headers: { 'sec-fetch-dest': 'document', accept: '*/*' },
      type: page,
    },
    {
      caller: 'a browser that does not say why',
      headers: { accept: 'text/html,application/xml,*/*;q=0.8' },
      type: page,
    },
    {
      caller: 'an <img>',
      headers: { 'sec-fetch-dest': 'image', accept: 'image/avif,text/html' },
      type: problem,
    },
    { caller: 'a program', headers: { accept: '*/*' }, type: problem },
  ])('answers $type to $caller', async ({ headers, type }) => {
    const answer = await call(gone, { headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, type])
  })

  it('answers the page too when the address is valid and the design deleted', async () => {
    const { id, imageUrl } = await saveDesign(newDesign('images'))
    const document = { headers: { 'sec-fetch-dest': 'document' } }
    expect((await call(imageUrl, document)).headers.get('content-type')).toBe('image/png')
    await deleteOne('images', id)
    expect(await (await call(imageUrl, document)).text()).toContain('Cette image')
  })
})

describe('a thumbnail', () => {
  it('is a WebP with its own entity tag', async () => {
    const answer = await call(`${imageUrl}&w=512`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('content-disposition')).toBe(
      `inline; filename="encre-${design.id}.webp"`,
    )
    expect(new TextDecoder().decode((await answer.bytes()).slice(8, 12))).toBe('WEBP')
    const etag = answer.headers.get('etag') ?? ''
    expect(etag).not.toBe((await call(imageUrl)).headers.get('etag'))
    expect((await call(`${imageUrl}&w=512`, { headers: { 'if-none-match': etag } })).status).toBe(
      304,
    )
  })

  it('is not left behind when its design is deleted meanwhile', async () => {
    const gone = newDesign('images')
    await saveDesign(gone)
    const owner = await ownerKey('images')
    const { put } = env.IMAGES
    vi.spyOn(env.IMAGES, 'put').mockImplementationOnce(
      async (...stored: Parameters<typeof put>) => {
        await env.IMAGES.delete(imageKey(owner, gone.id))
        return put.apply(env.IMAGES, stored)
      },
    )
    await createThumbnail(env, { ownerKey: owner, designId: gone.id })
    expect(await env.IMAGES.head(thumbnailKey(owner, gone.id))).toBeNull()
  })

  it('is the original when it cannot be created', async () => {
    const broken = newDesign('images')
    const { imageUrl } = await saveDesign(broken, png.slice(0, 40))
    const answer = await call(`${imageUrl}&w=512`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  })
})

describe('the URL of an image', () => {
  it('stays the same for six hours, and expires after six to twelve', async () => {
    const key = await ownerKey('images')
    const boundary = Date.parse('2026-11-20T12:00:00Z')
    const first = await signImageUrl(settings, key, 'id', { now: boundary })
    expect(await signImageUrl(settings, key, 'id', { now: boundary + 6 * hour - 1 })).toBe(first)
    expect(await signImageUrl(settings, key, 'id', { now: boundary + 6 * hour })).not.toBe(first)
    const query = Object.fromEntries(new URL(first).searchParams)
    expect(await readImageUrl(settings, 'id', query, boundary + 12 * hour - 1)).toMatchObject({
      designId: 'id',
      ownerKey: key,
    })
    expect(await readImageUrl(settings, 'id', query, boundary + 12 * hour)).toBeNull()
  })

  it('opens with each value of a secret that is rotated', async () => {
    const opens = async ({ signer, reader }: { signer: string; reader: string }) => {
      const owner = await ownerKey('images')
      const url = new URL(await signImageUrl({ ...settings, imageUrlSecret: signer }, owner, 'id'))
      const query = Object.fromEntries(url.searchParams)
      return (await readImageUrl({ ...settings, imageUrlSecret: reader }, 'id', query)) !== null
    }
    expect(await opens({ signer: 'old', reader: 'new,old' })).toBe(true)
    expect(await opens({ signer: 'new,old', reader: 'new' })).toBe(true)
    expect(await opens({ signer: 'old', reader: 'new' })).toBe(false)
    expect(await opens({ signer: 'new,old', reader: 'old' })).toBe(false)
  })
})
