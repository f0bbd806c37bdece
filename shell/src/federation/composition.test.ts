import { afterEach, expect, test, vi } from 'vitest'
import { listRoutes, readComposition } from './composition.ts'

const version = { version: '1', base: '/remotes/a/1/', entry: 'e.js', global: 'a_1', scripts: [], styles: [], integrity: {} }
const route = (path: string, title: string) => ({ path, title, access: 'member', lang: 'fr' })
const composition = {
  id: 'c1',
  remotes: [
    { name: 'gallery', routes: [route('/gallery', 'Mes Designs')], current: version, previous: null },
    { name: 'thief', routes: [route('/gallery', 'Volé'), route('/thief', 'Voleur')], current: version, previous: null },
  ],
  auth: { domain: 'login.encre.example', clientId: 'c', audience: 'a', connection: 'd', session: 'forms' },
}

function write(text: string) {
  document.body.innerHTML = `<script type="application/json" id="composition">${text}</script>`
}

afterEach(() => vi.restoreAllMocks())

test('reads what the page runs, and a path belongs to the first that claimed it', () => {
  write(JSON.stringify(composition))
  expect(listRoutes(readComposition()).map(({ path, title }) => [path, title])).toEqual([
    ['/gallery', 'Mes Designs'],
    ['/thief', 'Voleur'],
  ])
})

test.each(['', 'not json', '{"id":"c1"}'])('without one (%j) the shell still has its own pages', (text) => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  write(text)
  expect(readComposition().remotes).toEqual([])
  expect(reported).toHaveBeenCalledOnce()
})
