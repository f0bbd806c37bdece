import { writeReportToken } from '@encre/protocol/page-manifest'
import type { Route } from '@encre/protocol/release'
import { expect, test, vi } from 'vitest'
import { natives } from '../report-error.ts'
import { makeManifest, makeVersion } from '../testing-manifest.ts'
import { listRoutes, readOwnManifest } from './page-manifest.ts'

const route = (path: string, title: string): Route => ({
  path,
  title,
  access: 'member',
  lang: 'fr',
})
const remote = (name: string, ...routes: Route[]) => ({
  name,
  routes,
  current: makeVersion(name, 'v1'),
  previous: null,
})
const manifest = makeManifest(
  remote('gallery', route('/gallery', 'Mes Designs')),
  remote('thief', route('/gallery', 'Volé'), route('/thief', 'Voleur')),
)

function write(text: string) {
  document.body.innerHTML = `<script type="application/json" id="composition">${text}</script>`
}

test('reads the page manifest; a path belongs to the first remote that claimed it', () => {
  write(JSON.stringify(manifest))
  expect(listRoutes(readOwnManifest()).map(({ path, title }) => [path, title])).toEqual([
    ['/gallery', 'Mes Designs'],
    ['/thief', 'Voleur'],
  ])
})

test('a page that cannot read its manifest reports its remote as failed', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const sent = vi.spyOn(natives, 'fetch').mockResolvedValue(new Response())
  document.head.innerHTML = writeReportToken('gallery', 'the-token')
  write('{')
  readOwnManifest()
  const reports = sent.mock.calls.filter(([address]) => address === '/api/releases/outcomes')
  expect(reports.map(([, init]) => JSON.parse(String(init?.body)))).toEqual([
    { token: 'the-token', remote: 'gallery', outcome: 'load-failed' },
  ])
  document.head.innerHTML = ''
})

test.each(['', 'not json', '{"id":"c1"}'])(
  'without a valid manifest (%j) the shell still has its own pages',
  (text) => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
    write(text)
    expect(readOwnManifest().remotes).toEqual([])
    expect(reported).toHaveBeenCalledOnce()
  },
)
