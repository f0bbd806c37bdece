import { env } from 'cloudflare:workers'
import { type PageManifest, readPageManifest } from '@encre/protocol/page-manifest'
import type { Skeleton } from '@encre/protocol/release'
import { hashStyles } from '@encre/protocol/served-file'
import { beforeAll, expect, test, vi } from 'vitest'
import {
  ask,
  askMembersPage,
  askPage,
  buildRelease,
  codeOf,
  postRelease,
  publish,
  register,
} from '../testing/site.ts'

const members = {
  routes: [{ path: '/gallery', access: 'member' as const, lang: 'fr' as const, title: 'gallery' }],
}

beforeAll(async () => {
  await publish('gallery', 'v1', members)
  await publish('gallery', 'v2', members)
  await publish('generator', 'v1')
})

async function createSkeleton(name: string, version: string, title = version): Promise<Skeleton> {
  const css = `@layer remotes.${name}{.${name}_${version}_title{margin:0}}`
  return {
    html: `<h1 class="${name}_${version}_title">${name} $&amp; ${title}</h1>`,
    css,
    styleHash: await hashStyles(css),
  }
}

const compositionOf = async (response: Response): Promise<PageManifest> =>
  readPageManifest(await response.text())
const readPage = async (path: string) => (await askPage(path)).text()
const readMembersPage = async (path: string) => (await askMembersPage(path)).text()
const pageOf = (path: string, title = path) =>
  ({ path, access: 'public', lang: 'fr', title }) as const

test('a page contains every remote, its versions, and the tenant', async () => {
  const { release } = await buildRelease('gallery', 'v2', members)
  const { id, remotes, auth } = await compositionOf(await askPage('/'))
  expect(
    remotes.map(({ name, current, previous }) => [name, current.version, previous?.version]),
  ).toEqual([
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
    integrity: Object.fromEntries(
      Object.entries(release.files).map(([path, file]) => [path, file.integrity]),
    ),
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

test('a page preloads the remote of its own route only, for a member after the SDK', async () => {
  const { release } = await buildRelease('gallery', 'v2', members)
  const html = await readMembersPage('/gallery')
  const links = html.match(/<link [^>]*>/g)
  const link = (as: string, file: string) =>
    `<link rel="later" as="${as}" href="/remotes/gallery/v2/${file}" fetchpriority="low" crossorigin integrity="${release.files[file]?.integrity}">`
  expect(links).toEqual([
    link('script', release.entry),
    link('script', 'async/remote.1a2b3c4d.js'),
    link('style', 'async/remote.1a2b3c4d.css'),
  ])
  expect(await readPage('/about')).not.toContain('<link')
})

test('a page is never cached, and names its composition in a header and in its log line', async () => {
  const written = vi.spyOn(console, 'log').mockImplementation(() => {})
  const response = await askPage('/gallery?style=dotwork')
  const { headers } = response
  const { id } = await compositionOf(response)
  expect(headers.get('cache-control')).toBe('no-cache')
  expect((await askMembersPage('/gallery')).headers.get('cache-control')).toBe('private, no-cache')
  expect(headers.get('server-timing')).toContain(`composition;desc="${id}"`)
  const [line] = written.mock.calls.map(([line]) => JSON.parse(String(line)))
  expect(line).toMatchObject({ event: 'request', path: '/gallery', composition: id })
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
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json',
  ])
})

test.each(['/', '/sign-in', '/callback?code=x', '/mentions-legales', '/gallery'])(
  '%s is a page',
  async (path) => {
    expect((await askPage(path)).status).toBe(200)
  },
)

test.each(['/nothing', '/gallery/nothing', '/gallery/7/8', '/Gallery'])(
  '%s is a page with status 404',
  async (path) => {
    const response = await askPage(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=UTF-8',
    ])
    const html = await response.text()
    expect(html).not.toContain('data-path')
    expect(readPageManifest(html).remotes.length).toBeGreaterThan(0)
  },
)

test.each([
  { path: '/', forVisitors: '/, visitor', forMembers: '/, member' },
  {
    path: '/mentions-legales',
    forVisitors: '/mentions-legales, visitor',
    forMembers: '/mentions-legales, member',
  },
  // The tenant sends members back before the cookie exists.
  { path: '/callback?code=x', forVisitors: '/callback, member', forMembers: '/callback, member' },
  { path: '/nothing', forVisitors: '/missing, visitor', forMembers: '/missing, member' },
  { path: '/gallery', forVisitors: '/sign-in, visitor', forMembers: '/remote, member' },
])(
  '$path is the prerendered page in the state that the cookie announces',
  async ({ path, forVisitors, forMembers }) => {
    expect(await readPage(path)).toContain(`<h1>${forVisitors}</h1>`)
    expect(await readMembersPage(path)).toContain(`<h1>${forMembers}</h1>`)
  },
)

test("the sign-in page in place of a member's page says why and its address, and loads no remote", async () => {
  const html = await readPage('/gallery?style=dotwork')
  expect(html).toContain('<div id="root" data-path="/sign-in">')
  expect(html).toContain(
    '<p data-wanted="/gallery">Pour la voir</p><p data-wanted="/generator" hidden="">',
  )
  for (const absent of ['aria-current', '<link']) expect(html).not.toContain(absent)
})

test("a remote's page has the title and the language of its route", async () => {
  await publish('plates-en', 'v1', {
    routes: [{ ...pageOf('/plates-en', 'Plates & <Co>'), lang: 'en' }],
  })
  const html = await readPage('/plates-en')
  expect(html).toContain('<html lang="en"><head><title>Plates &amp; &lt;Co&gt; · Encre</title>')
  expect(html).toContain('<h1>/remote, visitor</h1>')
})

test('a page contains the skeleton of the version that its visitor gets, and its policy allows those styles only', async () => {
  const before = await createSkeleton('easel', 'v1')
  const after = await createSkeleton('easel', 'v2')
  const ask = async () => {
    const response = await askMembersPage('/easel')
    const [styles] = response.headers.get('content-security-policy')?.match(/style-src [^;]*/) ?? []
    const html = await response.text()
    return {
      shown: [before, after].filter(
        ({ css, html: shown }) =>
          html.includes(`<style>${css}</style></head>`) && html.includes(`inert="">${shown}</div>`),
      ),
      styles,
    }
  }
  await publish('easel', 'v1', { skeletons: { '/easel': before } })
  expect(await ask()).toEqual({
    shown: [before],
    styles: `style-src 'self' 'sha256-built' '${before.styleHash}'`,
  })

  await register('easel', 'v2', { skeletons: { '/easel': after } })
  await postRelease('easel/canary', { version: 'v2', share: 100 })
  expect(await ask()).toEqual({
    shown: [after],
    styles: `style-src 'self' 'sha256-built' '${after.styleHash}'`,
  })

  await postRelease('easel/rollback', {})
  expect(await ask()).toEqual({
    shown: [before],
    styles: `style-src 'self' 'sha256-built' '${before.styleHash}'`,
  })
})

test('a skeleton comes after the page manifest, and the page can report without reading it', async () => {
  const skeleton = await createSkeleton('frame', 'v1')
  await publish('frame', 'v1', { skeletons: { '/frame': skeleton } })
  const html = await readMembersPage('/frame')
  expect(html.indexOf('id="composition"')).toBeLessThan(html.indexOf(skeleton.css))
  expect(html.indexOf(skeleton.css)).toBeLessThan(html.indexOf(skeleton.html))
  const { token } = readPageManifest(html)
  expect(html).toContain(`<meta name="encre-report" content="${token}" data-remote="frame">`)
  expect(html.indexOf('encre-report')).toBeLessThan(html.indexOf('id="composition"'))
})

test("only a member's skeleton comes without the typefaces", async () => {
  const routes = [{ ...pageOf('/plain', 'plain'), access: 'member' as const }]
  const skeletonOf = async (version: string) => ({
    '/plain': await createSkeleton('plain', version),
  })
  const isHeld = async () => (await readMembersPage('/plain')).includes('built" media="not all">')
  await publish('plain', 'v1', { skeletons: await skeletonOf('v1') })
  expect(await isHeld()).toBe(false)
  await publish('plain', 'v2', { routes })
  expect(await isHeld()).toBe(false)
  await publish('plain', 'v3', { routes, skeletons: await skeletonOf('v3') })
  expect(await isHeld()).toBe(true)
})

test('the styles of a skeleton allow no other styles', async () => {
  const css = `@layer remotes.forger{.forger_v1_a::before{content:'<style data-hash="sha256-forged"'}}`
  await publish('forger', 'v1', {
    skeletons: { '/forger': { html: '<h1>forger</h1>', css, styleHash: await hashStyles(css) } },
  })
  const page = await askMembersPage('/forger')
  expect(page.headers.get('content-security-policy')).not.toContain('forged')
  expect(await page.text()).toContain('data-hash="sha256-built"')
})

test('a page of a route with a parameter, and a view by query, can have a skeleton of its own', async () => {
  const one = await createSkeleton('wall', 'v1', 'one')
  const compare = await createSkeleton('wall', 'v1', 'compare')
  const view = await createSkeleton('wall', 'v1', 'view')
  const skeletons = {
    '/wall/:id': one,
    '/wall/compare': compare,
    '/wall?vue=mur': view,
    '/wall?piece': view,
  }
  await publish('wall', 'v1', { routes: [pageOf('/wall'), pageOf('/wall/:id')], skeletons })
  const shown = {
    '/wall/7': one,
    '/wall/compare': compare,
    '/wall?vue=mur': view,
    '/wall?piece=7': view,
  }
  for (const [path, { html }] of Object.entries(shown))
    expect(await readMembersPage(path)).toContain(html)
})

test('the head of a page arrives as a chunk of its own', async () => {
  const reader = (await askMembersPage('/gallery')).body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value)).toMatch(/<link rel="later".*<\/head>$/s)
  await reader?.cancel()
})

test('a page names the publisher of the settings', async () => {
  expect((await compositionOf(await askPage('/'))).owner).toBeUndefined()
  const owner = 'Encre SARL | 1 rue du Calque, Lyon'
  const page = await askPage('/mentions-legales', {}, { SITE_OWNER: owner })
  expect(await page.clone().text()).toContain(
    '<span class="line">Encre SARL</span><span class="line">1 rue du Calque, Lyon</span>',
  )
  expect((await compositionOf(page)).owner).toBe(owner)
})

test("redirects another host to the site's origin, and to no other site", async () => {
  const response = await ask('http://127.0.0.1:8787/gallery?style=dotwork')
  expect([response.status, response.headers.get('location')]).toEqual([
    308,
    `${env.SITE_ORIGIN}/gallery?style=dotwork`,
  ])
  const hostile = await ask('http://127.0.0.1:8787//evil.example/x')
  expect(new URL(hostile.headers.get('location') ?? '').origin).toBe(env.SITE_ORIGIN)
})

test('a hashed file of the shell is immutable, any other file is revalidated', async () => {
  const { headers } = await ask('/static/js/index.0123abcd.js')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('content-type')).toContain('text/javascript')
  expect((await ask('/icon.svg')).headers.get('cache-control')).toBe('no-cache')
})

test.each([
  '/static/js/index.ffffffff.js',
  '/static/nothing',
  '/nothing.js',
  '/index.html',
  '/pages/about.visitor.html',
  '/.env',
])('%s is a plain 404, never a page', async (path) => {
  const response = await ask(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    404,
    'text/plain; charset=UTF-8',
  ])
})

test('a page changes nothing, and answers HEAD too', async () => {
  const refused = await ask('/about', { method: 'PUT', body: 'x' })
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  const file = await ask('/icon.svg', { method: 'POST' })
  expect([file.status, file.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  const head = await ask('/about', { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    'text/html; charset=UTF-8',
    '',
  ])
})

test('a page that was reloaded because its first script does not run has that script at a new address', async () => {
  const firstScript = async (cookie: string) => {
    const html = await (await ask('/about', { headers: { Cookie: cookie } })).text()
    return html.match(/ src="(\/static\/js\/index\.[^"]+)"/)?.[1]
  }
  const reloaded = await ask('/about?a=1', { method: 'POST' })
  expect([reloaded.status, reloaded.headers.get('location')]).toEqual([303, '/about?a=1'])
  const [cookie = ''] = reloaded.headers.get('set-cookie')?.split(';') ?? []
  const address = await firstScript('')
  const newAddress = await firstScript(cookie)
  expect(address).toMatch(/\.js$/)
  expect(newAddress?.replace(/\?retry=\d+$/, '')).toBe(address)
  expect(newAddress).not.toBe(address)
  expect(await firstScript('encre_reload=1%22%20onload%3D')).toBe(address)
})

test('an unknown API path is a problem, never a page', async () => {
  expect(await codeOf(await ask('/api/nothing'))).toEqual([404, 'not-found'])
})

test("a prerendered page has absolute URLs of this site, and the remotes' header links for visitors", async () => {
  const route = { access: 'member', lang: 'fr', title: 'Designs' } as const
  const gallery = {
    path: '/gallery',
    header: { label: 'Mes Designs', visitorLabel: 'Galerie', order: 20 },
    ...route,
  }
  await publish('gallery', 'linked', { routes: [gallery] })
  await publish('generator', 'linked', {
    routes: [{ path: '/generator', header: { label: 'Créer', order: 10 }, ...route }],
  })
  const html = await readPage('/about')
  expect(html).toContain('<a class="link" href="/gallery"><span>Galerie</span></a><h1>')
  expect(html).not.toContain('href="/generator"')
  expect(html).not.toContain('href="/header-link')
  expect(html).toContain(`<meta property="og:url" content="${env.SITE_ORIGIN}/about">`)
  expect(html).not.toContain('site.invalid')
})

test('a page names every React of the site, and preloads the one of its remote if it is not the own', async () => {
  await publish('older', 'v1', { shared: { react: '^18.2.0' } })
  const page = await askPage('/older')
  const { reacts } = await compositionOf(page.clone())
  expect(reacts?.map(({ version }) => version)).toEqual(['19.3.1', '18.3.1'])
  const html = await page.text()
  expect(html).toContain(
    '<link rel="preload" as="script" href="/static/js/react-18.3.1.01234567.js" fetchpriority="low" crossorigin integrity="sha384-of18">',
  )
  expect(await readMembersPage('/older')).toContain(
    '<link rel="later" as="script" href="/static/js/react-18.3.1.01234567.js"',
  )
  expect(await readPage('/')).not.toContain('<link')
})
