import { expect, test, vi } from 'vitest'
import { allowOwnWorkers } from './allow-own-workers.ts'

type Decide = (url: string) => string | null

function install(): { names: string[]; rules: string[]; decide: Decide } {
  const createPolicy = vi.fn((_name: string, _rules: { createScriptURL: Decide }) => {})
  vi.stubGlobal('trustedTypes', { createPolicy })
  allowOwnWorkers()
  const [name = '', rules = { createScriptURL: () => null }] = createPolicy.mock.calls[0] ?? []
  return { names: [name], rules: Object.keys(rules), decide: rules.createScriptURL }
}

test('creates one policy, which creates neither HTML nor script text', () => {
  const { names, rules } = install()
  expect([names, rules]).toEqual([['default'], ['createScriptURL']])
})

test('accepts the workers of a release, and no other address', () => {
  const { decide } = install()
  const own = `${location.origin}/remotes/gallery/v1/scripts/../workers/stencil.js`
  expect(decide(own)).toBe(own)
  const others = [
    '/api/gallery/links/token/image',
    '/remotes/../api/x',
    'https://elsewhere.test/remotes/x.js',
    'data:text/javascript,1',
    'blob:x',
  ]
  for (const url of others) expect(decide(url), url).toBeNull()
})
