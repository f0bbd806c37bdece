import {
  type PageManifest,
  readPageManifest,
  writePageManifest,
} from '@encre/protocol/page-manifest'
import getPort from 'get-port'
import { beforeEach, expect, test } from 'vitest'
import { serve } from '../lib/testing/serve.ts'
import { startDevProxy } from './dev-proxy.ts'
import { findGuest, type Guest } from './guest.ts'

const released = (name: string) => ({
  name,
  routes: [],
  current: {
    version: 'v1',
    base: `/remotes/${name}/v1/`,
    entry: 'remote-entry.js',
    global: `${name}_v1`,
    scripts: [],
    styles: [],
    integrity: {},
  },
  choice: { why: 'current' as const, share: 100 },
  previous: null,
})

const manifest: PageManifest = {
  id: 'c1',
  remotes: [released('gallery'), released('generator')],
  reacts: [
    { version: '19.3.1', file: '/static/js/react-19.3.1.0123abcd.js', integrity: 'sha384-x' },
  ],
  auth: {
    domain: 'login.test',
    clientId: 'site',
    audience: 'a',
    connection: 'c',
    session: 'forms',
  },
}
const linkTo = (name: string) =>
  `<link rel="${name === 'gallery' ? 'later' : 'preload'}" as="script" href="/remotes/${name}/v1/remote-entry.js" crossorigin>`
const page = `<html><head><title>Encre</title>${linkTo('gallery')}${linkTo('generator')}</head>${writePageManifest(manifest)}`

let received: { request: string; origin: unknown; cookie: unknown; host: unknown }[]
const site = await serve((request, response) => {
  const { url = '', method, headers } = request
  const { origin, cookie, host } = headers
  received.push({ request: `${method} ${url}`, origin, cookie, host })
  if (url === '/api/releases/compositions/current') return response.end(JSON.stringify(manifest))
  if (url === '/gallery')
    return response
      .writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': "default-src 'none'",
        'strict-transport-security': 'max-age=1',
        'set-cookie': 'encre_visitor=1; Path=/; Secure; HttpOnly',
      })
      .end(page)
  if (url === '/api/gallery/designs')
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ imageUrl: `${site}/api/gallery/images/1` }))
  if (url === '/Gallery') return response.writeHead(308, { location: `${site}/gallery` }).end()
  response.writeHead(200).end('{}')
})

const react = { version: '19.3.1-hmr', file: '/hmr/react/r.js', integrity: 'sha384-y' }
async function openProxy(changes: Partial<Guest> = {}) {
  const port = await getPort()
  const proxy = await startDevProxy({
    port,
    site,
    guest: { clientId: 'development', siteClientId: 'site', writes: false, ...changes },
    shell: null,
    remotes: { gallery: { origin: site, routes: [] }, artists: { origin: site, routes: [] } },
    reacts: { dist: '/nowhere', files: [react] },
  })
  const own = `http://localhost:${port}`
  return {
    own,
    send: (path: string, init: RequestInit = {}) =>
      fetch(own + path, { redirect: 'manual', ...init }),
    [Symbol.asyncDispose]: async () => proxy.close(),
  }
}
const asDocument = { headers: { 'sec-fetch-dest': 'document' } }

beforeEach(() => {
  received = []
})

test('a page is the site’s own, with the remotes on disk and a client of its own', async () => {
  await using proxy = await openProxy()
  const answer = await proxy.send('/gallery', asDocument)
  const html = await answer.text()
  expect(html).toContain('<title>Encre</title>')
  const { remotes, reacts, auth } = readPageManifest(html)
  const [generator, ...built] = remotes
  expect(generator).toEqual(manifest.remotes[1])
  expect(built.map(({ name, current }) => [name, current.base])).toEqual([
    ['gallery', '/remotes/gallery/hmr/'],
    ['artists', '/remotes/artists/hmr/'],
  ])
  expect(reacts).toEqual([...(manifest.reacts ?? []), react])
  expect(auth).toEqual({ ...manifest.auth, clientId: 'development', session: 'redirect' })
  expect(answer.headers.get('server-timing')).toBe(
    'composition;desc="c1", generator;desc="v1 current 100 %", gallery;desc="hmr hmr 0 %", artists;desc="hmr hmr 0 %"',
  )
  // The development builds would not run with it; the released files are not needed.
  expect(answer.headers.get('content-security-policy')).toBeNull()
  expect([html.includes(linkTo('gallery')), html.includes(linkTo('generator'))]).toEqual([
    false,
    true,
  ])
  const open = await (await proxy.send('/api/releases/compositions/current')).json()
  expect(open).toEqual(readPageManifest(html))
})

test('without a client of its own, sign-in stays as it is', async () => {
  await using proxy = await openProxy({ clientId: null })
  const html = await (await proxy.send('/gallery', asDocument)).text()
  expect(readPageManifest(html).auth).toEqual(manifest.auth)
})

test('a write gets a problem that pages have words for, and does not reach the site', async () => {
  await using proxy = await openProxy()
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    for (const path of ['/api/gallery/designs/1', '/%61pi/gallery/designs/1']) {
      const answer = await proxy.send(path, { method })
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'read-only' }])
    }
  }
  expect(received).toEqual([])
  expect((await proxy.send('/api/gallery/designs')).status).toBe(200)
})

test.each([
  { what: 'a preview of others beside the remote on disk', path: '/api/releases/previews/t' },
  { what: 'Recharger', path: '/gallery' },
])('what only sets a cookie reaches the site: $what', async ({ path }) => {
  await using proxy = await openProxy()
  expect((await proxy.send(path, { method: 'POST' })).status).toBe(200)
  expect((await proxy.send(path, { method: 'DELETE' })).status).toBe(403)
  expect(received.map(({ request }) => request)).toEqual([`POST ${path}`])
})

test('with writes, the site gets them as those of its own page; those of others stay others’', async () => {
  await using proxy = await openProxy({ writes: true })
  for (const origin of [proxy.own, 'https://evil.example'])
    await proxy.send('/api/gallery/designs/1', { method: 'DELETE', headers: { origin } })
  const { host } = new URL(site)
  expect(received).toMatchObject([
    { request: 'DELETE /api/gallery/designs/1', origin: site, host },
    { request: 'DELETE /api/gallery/designs/1', origin: 'https://evil.example', host },
  ])
})

test.each([{ writes: false }, { writes: true }])(
  'a page reports nothing to the site, with $writes',
  async (changes) => {
    await using proxy = await openProxy(changes)
    for (const name of ['outcomes', 'errors', 'vitals', 'violations']) {
      expect((await proxy.send(`/api/releases/${name}`, { method: 'POST' })).status).toBe(204)
    }
    expect(received).toEqual([])
  },
)

test('an image in an answer has this address, from which a page may load it', async () => {
  await using proxy = await openProxy()
  const answer = await (await proxy.send('/api/gallery/designs')).json()
  expect(answer).toEqual({ imageUrl: `${proxy.own}/api/gallery/images/1` })
})

test('cookies and redirects are those of this address', async () => {
  await using proxy = await openProxy()
  const cookie = 'auth0.development.is.authenticated=true; other_server=secret; encre_visitor=1'
  const answer = await proxy.send('/gallery', { headers: { ...asDocument.headers, cookie } })
  expect(received[0]?.cookie).toBe('auth0.site.is.authenticated=true; encre_visitor=1')
  expect(answer.headers.getSetCookie()).toEqual(['encre_visitor=1; Path=/; HttpOnly'])
  expect(answer.headers.get('strict-transport-security')).toBeNull()
  const moved = await proxy.send('/Gallery', asDocument)
  expect([moved.status, moved.headers.get('location')]).toEqual([308, `${proxy.own}/gallery`])
})

test('an address that is no site of Encre says so', async () => {
  const other = await serve((_, response) => response.writeHead(404).end())
  await expect(findGuest(other, { writes: false, environment: {} })).rejects.toThrow(
    `${other}/api/releases/compositions/current answers 404: is ${other} a site of Encre?`,
  )
})

test('the embedded tenant’s client is known, that of another tenant is a setting', async () => {
  const local = await serve((_, response) =>
    response.end(
      JSON.stringify({ ...manifest, auth: { ...manifest.auth, domain: 'http://localhost:8788' } }),
    ),
  )
  const AUTH0_DEVELOPMENT_CLIENT_ID = 'abc'
  const find = async (origin: string, environment: NodeJS.ProcessEnv) =>
    (await findGuest(origin, { writes: false, environment })).clientId
  expect(await find(local, {})).toBe('encre-development')
  expect(await find(site, {})).toBeNull()
  expect(await find(site, { AUTH0_DEVELOPMENT_CLIENT_ID })).toBe('abc')
})
