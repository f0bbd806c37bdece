import { beforeAll, expect, test } from 'vitest'
import { askPage, askReleases, migrate, publish, register } from './testing/site.ts'

// The published rules of Mozilla's HTTP Observatory, as far as they concern this site. Every page starts with 100 points.
// https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring

const origin = 'https://encre.example'

interface Page {
  headers: Headers
  policy: Map<string, string[]>
  html: string
}

const rules: Record<string, (page: Page) => number> = {
  'content security policy: default-src none, no unsafe source': ({ policy }) => {
    const sources = ['default-src', 'script-src', 'style-src'].flatMap((name) => policy.get(name) ?? [])
    const isUnsafe = sources.some((source) => /^('unsafe-|\*$|https?:$|data:$)/.test(source))
    return isUnsafe ? -20 : policy.get('default-src')?.join() === "'none'" ? 10 : 5
  },
  'cookies: Secure, HttpOnly and SameSite': ({ headers }) => {
    const cookies = headers.getSetCookie()
    if (cookies.length === 0) return 0
    if (!cookies.every((cookie) => /; Secure/i.test(cookie))) return -20
    return cookies.every((cookie) => /; HttpOnly/i.test(cookie) && /; SameSite=(Lax|Strict)/i.test(cookie)) ? 5 : -10
  },
  'no cross-origin reading': ({ headers }) => (headers.get('access-control-allow-origin') === '*' ? -50 : 0),
  'referrer policy is private': ({ headers }) => (headers.get('referrer-policy') === 'same-origin' ? 5 : 0),
  'strict transport security for half a year or more': ({ headers }) => {
    const [, seconds = 0] = /max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '') ?? []
    return Number(seconds) >= 15_768_000 ? 0 : -20
  },
  'scripts: own origin, or with integrity': ({ html }) => {
    const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"[^>]*>/g)]
    if (scripts.some(([tag, source = '']) => !source.startsWith('/') && !/integrity="sha/.test(tag))) return -50
    return scripts.length > 0 && scripts.every(([tag]) => /integrity="sha/.test(tag)) ? 5 : 0
  },
  'content type is not sniffed': ({ headers }) => (headers.get('x-content-type-options') === 'nosniff' ? 0 : -5),
  'framing is refused by the policy': ({ policy }) => (policy.get('frame-ancestors')?.join() === "'none'" ? 5 : -20),
  'resources are for the same origin': ({ headers }) => (headers.get('cross-origin-resource-policy') === 'same-origin' ? 10 : 0),
}

async function openPage(path: string): Promise<Page> {
  const response = await askPage(`${origin}${path}`, {}, { SITE_ORIGIN: origin })
  const directives = (response.headers.get('content-security-policy') ?? '').split('; ').map((directive) => directive.split(' '))
  const policy = new Map(directives.map(([name = '', ...sources]) => [name, sources]))
  return { headers: response.headers, policy, html: await response.text() }
}

beforeAll(migrate)

test.each(['/', '/about', '/sign-in', '/nothing'])('%s reaches 135 points, without the five of the preload list', async (path) => {
  const page = await openPage(path)
  const points = Object.entries(rules).map(([name, rate]) => [name, rate(page)] as const)
  expect(points.filter(([, value]) => value < 0)).toEqual([])
  expect(points.reduce((sum, [, value]) => sum + value, 100)).toBeGreaterThanOrEqual(135)
})

test('a visitor with a canary gets a cookie that keeps the points', async () => {
  await publish('gallery', 'v1')
  await register('gallery', 'v2')
  await askReleases('gallery/canary', { method: 'POST', body: { version: 'v2', share: 50 } })
  const page = await openPage('/')
  expect(page.headers.getSetCookie()).toHaveLength(1)
  expect(rules['cookies: Secure, HttpOnly and SameSite']?.(page)).toBe(5)
})
