import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { type PageManifest, parsePageManifest, readPageManifest, writePageManifest } from '@encre/protocol/page-manifest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePortPair } from '../lib/new-site.ts'
import { serve } from '../lib/testing/serve.ts'
import { startDevProxy } from './dev-proxy.ts'

const released = (name: string) => ({
  version: '1',
  base: `/remotes/${name}/1/`,
  entry: 'e.js',
  global: name,
  scripts: ['s.js'],
  styles: [],
  integrity: {},
})
const composition: PageManifest = {
  id: '5d02836769cb',
  remotes: ['gallery', 'account'].map((name) => ({ name, routes: [], current: released(name), previous: released(name) })),
  auth: { domain: 'tenant.test', clientId: 'c', audience: 'a', connection: 'x', session: 'forms' },
}
const page = `<html><head>${writePageManifest(composition)}</head>built</html>`

let proxy: { close(): void }
let origin: string

beforeAll(async () => {
  const site = await serveText((url) => {
    if (url === '/api/releases/compositions/current') return JSON.stringify(composition)
    return url.startsWith('/api/') || url.startsWith('/remotes/') ? `site ${url}` : page
  })
  const shell = await serveText((url) => (url === '/hmr/' ? '<html><head></head>shell of development</html>' : `shell ${url}`))
  const gallery = await serveText((url) => `gallery ${url}`)
  const port = await freePortPair()
  proxy = await startDevProxy({ port, site, shell, remotes: { gallery } })
  origin = `http://localhost:${port}`
})

afterAll(() => proxy.close())

const serveText = (answer: (url: string) => string) =>
  serve((request, response) => {
    const text = answer(request.url ?? '')
    if (text.startsWith('<html>')) response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-security-policy', "script-src 'self'").end(text)
  })

const ask = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers })

test('a page is the development shell, with the development build of one remote and the release of the other', async () => {
  const answer = await ask('/gallery', { 'sec-fetch-dest': 'document' })
  const html = await answer.text()
  expect(html).toContain('shell of development')
  expect(answer.headers.get('content-security-policy')).toBeNull()
  const { remotes } = readPageManifest(html)
  expect(remotes.map(({ name, current }) => [name, current.base])).toEqual([
    ['gallery', '/remotes/gallery/hmr/'],
    ['account', '/remotes/account/1/'],
  ])
})

test('an open page gets the same versions, so that it does not replace the development build', async () => {
  const { remotes } = parsePageManifest(await (await ask('/api/releases/compositions/current')).json())
  expect(remotes[0]?.current.version).toBe('hmr')
})

test.each([
  ['/remotes/gallery/hmr/remote-entry.js', 'gallery /remotes/gallery/hmr/remote-entry.js'],
  ['/remotes/account/1/e.js', 'site /remotes/account/1/e.js'],
  ['/hmr/static/js/index.js', 'shell /hmr/static/js/index.js'],
  ['/api/gallery/designs?style=dotwork', 'site /api/gallery/designs?style=dotwork'],
])('%s is forwarded to the server that has it', async (path, answer) => {
  expect(await (await ask(path)).text()).toBe(answer)
})

function refuse(words: string[], environment: string): unknown {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/dev/main.ts'), ...words], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: environment, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
  })
  return [status, stderr]
}

test('refuses another NODE_ENV than development before anything starts', () => {
  const sentence = 'NODE_ENV is production, but npm run dev needs the development builds. Unset NODE_ENV.\n'
  expect(refuse(['gallery'], 'production')).toEqual([1, sentence])
})

test('refuses an unknown remote and lists the known ones', () => {
  expect(refuse(['galery'], 'development')).toEqual([1, 'There is no remote galery. The remotes: account, gallery, generator\n'])
})
