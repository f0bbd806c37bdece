import { env } from 'cloudflare:workers'
import { type PageManifest, readPageManifest } from '@encre/protocol/page-manifest'
import { beforeAll, expect, test, vi } from 'vitest'
import { ask, askPage, buildRelease, migrate, publish } from '../testing/site.ts'

beforeAll(async () => {
  await migrate()
  await publish('gallery', 'v1')
  await publish('gallery', 'v2')
  await publish('generator', 'v1')
})

async function compositionOf(response: Response): Promise<PageManifest> {
  return readPageManifest(await response.text())
}

test('a page contains every remote, its versions, and the tenant', async () => {
  const { release } = await buildRelease('gallery', 'v2')
  const { id, remotes, auth } = await compositionOf(await askPage('/'))
  expect(remotes.map(({ name, current, previous }) => [name, current.version, previous?.version])).toEqual([
    ['gallery', 'v2', 'v1'],
    ['generator', 'v1', undefined],
  ])
  expect(remotes[0]?.routes).toMatchObject(release.routes)
  expect(remotes[0]?.current).toEqual({
    version: 'v2',
    base: '/remotes/gallery/v2/',
    entry: release.entry,
    global: release.global,
    scripts: release.scripts,
    styles: release.styles,
    integrity: Object.fromEntries(Object.entries(release.files).map(([path, file]) => [path, file.integrity])),
  })
  expect(auth).toEqual({
    domain: env.AUTH0_DOMAIN,
    clientId: env.AUTH0_CLIENT_ID,
    audience: env.AUTH0_AUDIENCE,
    connection: env.AUTH0_CONNECTION,
    session: 'forms',
  })
  expect(id).toMatch(/^[0-9a-f]{12}$/)
})

test('a page preloads the runtime and the remote of its own route only', async () => {
  const { release } = await buildRelease('gallery', 'v2')
  const html = await (await askPage('/gallery')).text()
  const links = html.match(/<link [^>]*>/g)
  const link = (as: string, file: string) =>
    `<link rel="preload" as="${as}" href="/remotes/gallery/v2/${file}" crossorigin integrity="${release.files[file]?.integrity}">`
  expect(links).toEqual([
    '<link href="/static/js/async/federation.0123abcd.js" rel="preload" as="script">',
    link('script', release.entry),
    link('script', 'async/remote.1a2b3c4d.js'),
    link('style', 'async/remote.1a2b3c4d.css'),
  ])
  expect(await (await askPage('/about')).text()).not.toContain('<link')
})

test('a page is never cached, and names its composition in a header', async () => {
  const response = await askPage('/gallery?style=dotwork')
  const { headers } = response
  const { id } = await compositionOf(response)
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('server-timing')).toBe(`composition;desc="${id}"`)
})

test('the log line of a page has its composition', async () => {
  const written = vi.spyOn(console, 'log').mockImplementation(() => {})
  const { id } = await compositionOf(await askPage('/gallery'))
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)))
  written.mockRestore()
  expect(lines).toMatchObject([{ event: 'request', path: '/gallery', composition: id }])
})

test('the versions of a composition can be looked up', async () => {
  const { id } = await compositionOf(await askPage('/'))
  const record = await (await ask(`/api/releases/compositions/${id}`)).json()
  expect(record).toEqual({
    id,
    shell: 'f0e1d2c-00112233',
    remotes: [
      { name: 'gallery', version: 'v2', why: 'current' },
      { name: 'generator', version: 'v1', why: 'current' },
    ],
    createdAt: expect.any(String),
  })
  const unknown = await ask('/api/releases/compositions/000000000000')
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
})

test("no text of a release can end the manifest's element", async () => {
  await publish('sly', 'v1', { routes: [{ path: '/sly', access: 'public', lang: 'fr', title: '</script><script>alert(1)</script>$&' }] })
  const response = await askPage('/sly')
  const html = await response.clone().text()
  expect(html.match(/<script/g)).toHaveLength(2)
  expect((await compositionOf(response)).remotes.find((remote) => remote.name === 'sly')?.routes[0]?.title).toBe(
    '</script><script>alert(1)</script>$&',
  )
})

test.each([
  '/',
  '/about',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/callback?code=x',
  '/mentions-legales',
  '/confidentialite',
  '/gallery',
  '/gallery/',
])('%s is a page', async (path) => {
  expect((await askPage(path)).status).toBe(200)
})

test.each(['/nothing', '/gallery/nothing', '/gallery/7/8', '/Gallery'])('%s is a page with status 404', async (path) => {
  const response = await askPage(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
  expect((await compositionOf(response)).remotes.length).toBeGreaterThan(0)
})

test('a page with a parameter preloads its remote', async () => {
  const page = { path: '/plates', access: 'member' as const, lang: 'fr' as const, title: 'Plates' }
  await publish('plates', 'v1', { routes: [page, { ...page, path: '/plates/:id' }] })
  const response = await askPage('/plates/7?vue=calque')
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('as="script" href="/remotes/plates/v1/')
  expect((await askPage('/plates/7/8')).status).toBe(404)
})

test('a visitor gets the prerendered page', async () => {
  expect(await (await askPage('/about')).text()).toContain('Notre Mission')
  expect(await (await askPage('/sign-in')).text()).not.toContain('Notre Mission')
})

test('a browser that was signed in gets index.html', async () => {
  const cookie = `auth0.${env.AUTH0_CLIENT_ID}.is.authenticated=true`
  expect(await (await askPage('/about', { headers: { cookie } })).text()).not.toContain('Notre Mission')
})

test('a prerendered page has absolute URLs of this site', async () => {
  const html = await (await askPage('/about')).text()
  expect(html).toContain(`<meta property="og:url" content="${env.SITE_ORIGIN}/about">`)
  expect(html).not.toContain('site.invalid')
})

test('a page names the publisher of the settings', async () => {
  expect((await compositionOf(await askPage('/'))).owner).toBeUndefined()
  const owner = 'Encre SARL | 1 rue du Calque, Lyon'
  expect((await compositionOf(await askPage('/', {}, { SITE_OWNER: owner }))).owner).toBe(owner)
})

test("redirects another host to the site's origin", async () => {
  const response = await ask('http://127.0.0.1:8787/gallery?style=dotwork')
  expect([response.status, response.headers.get('location')]).toEqual([308, `${env.SITE_ORIGIN}/gallery?style=dotwork`])
})

test('a path cannot redirect to another site', async () => {
  const response = await ask('http://127.0.0.1:8787//evil.example/x')
  expect(new URL(response.headers.get('location') ?? '').origin).toBe(env.SITE_ORIGIN)
})

test('a hashed file of the shell is immutable, any other file is revalidated', async () => {
  const script = await ask('/static/js/index.0123abcd.js')
  expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(script.headers.get('content-type')).toContain('text/javascript')
  const icon = await ask('/icon.svg')
  expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'no-cache'])
})

test.each(['/static/js/index.ffffffff.js', '/static/nothing', '/nothing.js', '/index.html', '/about.html', '/.env'])(
  '%s is a plain 404, never a page',
  async (path) => {
    const response = await ask(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain; charset=UTF-8'])
  },
)

test('a page can only be read', async () => {
  const response = await ask('/about', { method: 'POST', body: 'x' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('an unknown API path is a problem, never a page', async () => {
  const response = await ask('/api/nothing')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'not-found' })
})

test('HEAD has the headers of GET', async () => {
  const response = await ask('/about', { method: 'HEAD' })
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, 'text/html; charset=UTF-8', ''])
})

test("a prerendered page has the remotes' header links for visitors", async () => {
  const html = await (await askPage('/about')).text()
  expect(html).toContain('<a class="link" href="/gallery"><span>Galerie</span></a><h1>')
  expect(html).not.toContain('href="/generator"')
})
