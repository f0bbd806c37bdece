import { beforeEach, expect, it, vi } from 'vitest'
import { createApp } from './app.ts'
import { log, logError, slowRequestMs } from './log.ts'

const app = createApp<{ LOGGED_REQUESTS?: string }>('test')
  .get('/fine', (c) => c.text('fine'))
  .get('/slow', (c) => {
    vi.setSystemTime(Date.now() + slowRequestMs)
    return c.text('slow')
  })
  .get('/unavailable', (c) => c.text('later', 503))
  .get('/forwarded', (c) => {
    c.set('isLogged', true)
    return c.text('the other worker logs it')
  })
  .get('/broken', () => {
    throw new Error('broken')
  })

const lines: { level: string; event: string; path: string; status: number }[] = []
beforeEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  lines.length = 0
  for (const level of ['log', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(
      (line) => void lines.push({ level, ...JSON.parse(line) }),
    )
})

const ask = (path: string, LOGGED_REQUESTS?: string, id: string = crypto.randomUUID()) =>
  app.request(
    path,
    { headers: { 'x-request-id': id } },
    LOGGED_REQUESTS === undefined ? {} : { LOGGED_REQUESTS },
  )

it('writes every request where no share is set', async () => {
  await ask('/fine')
  expect(lines).toMatchObject([{ path: '/fine' }])
})

it('writes failures and slow requests once, whatever the share', async () => {
  for (const path of ['/fine', '/slow', '/unavailable', '/broken', '/forwarded'])
    await ask(path, '0')
  expect(lines.map(({ level, path, status }) => `${level} ${path} ${status}`)).toEqual([
    'log /slow 200',
    'error /unavailable 503',
    'error /broken 500',
  ])
})

it('takes the share from the request id, so that every worker logs the same requests', async () => {
  const ids = Array.from({ length: 400 }, () => crypto.randomUUID())
  const logged = async () => {
    lines.length = 0
    for (const id of ids) await ask('/fine', '0.25', id)
    return JSON.stringify(lines.map((line) => Reflect.get(line, 'requestId')))
  }
  const first = await logged()
  expect(await logged()).toBe(first)
  expect(lines.length).toBeGreaterThan(60)
  expect(lines.length).toBeLessThan(140)
})

const signed = `${btoa('{"remote":"gallery","version":"v2","expires":1}').replaceAll('=', '')}.${'s-_4'.repeat(10)}abc`
const link = 'Ab3_-fGhIjKlMnOpQrStUv'

it.each([
  { text: `/api/releases/previews/${signed}`, redacted: '/api/releases/previews/<token>' },
  {
    text: `/api/releases/previews/${signed.slice(0, 60)}`,
    redacted: '/api/releases/previews/<token>',
  },
  { text: `/f/${link}`, redacted: '/f/<token>' },
  {
    text: `at https://encre.test/f/${link}?x=1:2:3`,
    redacted: 'at https://encre.test/f/<token>:2:3',
  },
  {
    text: '/f/signalements/1133e65d-c99d-4a0c-bc42-211f304796a3 was read',
    redacted: '/f/<token> was read',
  },
  { text: '/members/jeanne.d%40exemple.fr/x', redacted: '/members/<email>/x' },
  { text: 'no answer for "Zoé@exämple.org"', redacted: 'no answer for "<email>"' },
  { text: 'Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln', redacted: 'Bearer <token>' },
  { text: `encre_${'x'.repeat(43)} is unknown`, redacted: '<token> is unknown' },
  { text: 'Incorrect API key: sk-proj-abcdefghijklmnop', redacted: 'Incorrect API key: <token>' },
  { text: 'no member auth0|64ab12cd', redacted: 'no member <member>' },
  { text: '/callback?code=abc&state=def', redacted: '/callback' },
  { text: '/login?x%3Fcode%3Dabc', redacted: '/login' },
  { text: 'to /callback%3Fcode%3Dabc now', redacted: 'to /callback now' },
  { text: `/f/${link}:10:5`, redacted: '/f/<token>:10:5' },
  { text: `opened /f/${link}.`, redacted: 'opened /f/<token>.' },
  { text: `%2Ff%2F${link}%2Fimage`, redacted: '%2Ff%2F<token>%2Fimage' },
  { text: `%252ff%252f${link}`, redacted: '%252ff%252f<token>' },
  { text: `/f/%41${link.slice(1)}`, redacted: '/f/<token>' },
  { text: `/f/${link}-`, redacted: '/f/<token>' },
  { text: `[/api/gallery/archives/${link}]`, redacted: '[/api/gallery/archives/<token>]' },
  { text: `token=${link.slice(0, -1)}w;`, redacted: 'token=<token>;' },
  {
    text: `id-${link.slice(0, -1)}A id_${link.slice(0, -1)}g:`,
    redacted: 'id-<token> id_<token>:',
  },
  { text: `/api/link-id-${link.slice(0, -1)}Q`, redacted: '/api/link-id-<token>' },
  { text: 'no member google-oauth2|108437', redacted: 'no member <member>' },
  { text: '/users/google-oauth2%7C108437/x', redacted: '/users/<member>/x' },
  { text: 'sub: samlp|studio|ana@studio.fr', redacted: 'sub: <member>' },
  { text: 'apple|000.ab12.34 and email|5e_f-1', redacted: '<member> and <member>' },
])('redacts $text, wherever a line has it', ({ text, redacted }) => {
  log('test', { path: text, list: [{ text }] })
  logError(new Error(text, { cause: new Error(text) }), { path: text })
  expect(lines[0]).toMatchObject({ path: redacted, list: [{ text: redacted }] })
  expect(lines[1]).toMatchObject({
    path: redacted,
    error: { message: redacted, cause: { message: redacted } },
  })
  expect(JSON.stringify(lines)).not.toContain(text)
})

it('keeps what finds the cause: request ids, versions, versions of packages and statements', () => {
  const fields = {
    requestId: crypto.randomUUID(),
    path: `/remotes/gallery/${link}/remote-entry.js`,
    error:
      "D1_ERROR: where id = ? and (size > ?) at node_modules/.pnpm/hono@4.13.19/x.js:1:2, [data-path='/']",
    expected: "'ai'|'composed' or a | b || c, createRemoteJWKSetOnce, 45 %",
  }
  log('test', fields)
  expect(lines[0]).toMatchObject(fields)
})
