import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { ask, askPage } from './testing/site.ts'

const policyOf = (response: Response) =>
  response.headers.get('content-security-policy')?.split('; ')

test('a page may run, load and send only to its own site and its tenant', async () => {
  const response = await askPage('/')
  expect(policyOf(response)).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    // The hash of the styles that the build wrote into this page.
    "style-src 'self' 'sha256-built'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${env.AUTH0_DOMAIN}`,
    `frame-src ${env.AUTH0_DOMAIN}`,
    `form-action 'self' ${env.AUTH0_DOMAIN}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    'report-uri /api/releases/violations',
  ])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
  // Only a site with https sends it.
  expect(response.headers.has('strict-transport-security')).toBe(false)
})

test('a site with https names its endpoint for the Reporting API', async () => {
  const response = await askPage(
    'https://encre.example/',
    {},
    { SITE_ORIGIN: 'https://encre.example' },
  )
  expect(policyOf(response)).toEqual(
    expect.arrayContaining(['report-uri /api/releases/violations', 'report-to violations']),
  )
  expect(response.headers.get('reporting-endpoints')).toBe('violations="/api/releases/violations"')
})

test('a tenant without a scheme uses https', async () => {
  const response = await askPage(
    '/',
    {},
    { AUTH0_DOMAIN: 'login.encre.example,encre.eu.auth0.com' },
  )
  expect(policyOf(response)).toContain(
    'frame-src https://login.encre.example https://encre.eu.auth0.com',
  )
})

test("the SDK's worker is allowed only in redirect mode", async () => {
  expect(policyOf(await askPage('/', {}, { AUTH0_SESSION: 'redirect' }))).toContain(
    "worker-src 'self' blob:",
  )
})

test.each([
  { scope: 'site', expected: 'max-age=63072000' },
  { scope: 'subdomains', expected: 'max-age=63072000; includeSubDomains' },
  { scope: 'preload', expected: 'max-age=63072000; includeSubDomains; preload' },
])('HSTS_SCOPE "$scope" sends "$expected"', async ({ scope, expected }) => {
  const settings = { SITE_ORIGIN: 'https://encre.example', HSTS_SCOPE: scope }
  const secure = await ask('https://encre.example/static/js/index.0123abcd.js', {}, settings)
  expect(secure.headers.get('strict-transport-security')).toBe(expected)
})

test.each([
  '/static/js/index.0123abcd.js',
  '/nothing.js',
  '/api/nothing',
  '/api/gallery/designs',
  '/remotes/x',
])('%s may load nothing and be framed nowhere', async (path) => {
  const response = await ask(path)
  expect(policyOf(response)).toEqual(["default-src 'none'", "frame-ancestors 'none'"])
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  { refusal: 'a long address', path: `/${'x'.repeat(9000)}`, status: 414 },
  { refusal: 'a malformed tag', path: '/', headers: { 'if-none-match': 'x' }, status: 400 },
  { refusal: 'a wrong setting', path: '/', settings: { COMPOSITION_SECRET: '' }, status: 500 },
])('also $refusal is answered with every header', async ({ path, status, headers, settings }) => {
  const secure = { SITE_ORIGIN: 'https://encre.example', ...settings }
  const init = headers ? { headers } : {}
  const answer = await ask(`https://encre.example${path}`, init, secure)
  expect(answer.status).toBe(status)
  expect(policyOf(answer)).toEqual(["default-src 'none'", "frame-ancestors 'none'"])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'strict-transport-security': 'max-age=63072000',
    'x-content-type-options': 'nosniff',
  })
})

test('lists the OpenAPI documents of every feature and of the registry at one address', async () => {
  const answer = await ask('/.well-known/api-catalog')
  expect(answer.headers.get('content-type')).toContain('application/linkset+json')
  const { linkset } = await answer.json<{
    linkset: { anchor: string; 'service-desc': { href: string }[] }[]
  }>()
  const addresses = linkset.flatMap((entry) =>
    entry['service-desc'].map(({ href }) => new URL(href).pathname),
  )
  expect(addresses).toContain('/api/gallery/openapi.json')
  expect(addresses).toContain('/api/releases/openapi.json')
  expect((await ask('/api/releases/openapi.json')).status).toBe(200)
})

test('says where to report a vulnerability, and stays valid', async () => {
  const answer = await ask('/.well-known/security.txt')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; charset=UTF-8',
  ])
  const fields = new Map(
    (await answer.text()).split('\n').map((line) => line.split(': ') as [string, string]),
  )
  expect(fields.get('Contact')).toBe('mailto:security@encre.example')
  expect(fields.get('Canonical')).toBe(`${env.SITE_ORIGIN}/.well-known/security.txt`)
  expect(Date.parse(fields.get('Expires') ?? '')).toBeGreaterThan(Date.now())
})
