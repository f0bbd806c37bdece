import { beforeEach, describe, expect, it, vi } from 'vitest'
import { installTrustedTypes } from './trusted-types.ts'

type Rules = Parameters<NonNullable<typeof trustedTypes>['createPolicy']>[1]

const policies = new Map<string, Rules>()

/** Installs the policy in a page with this kind of session and returns its decision for a script's address. */
function install(session: 'forms' | 'redirect', preview?: { remote: string; version: string; live?: string }) {
  installTrustedTypes({ id: 'c1', remotes: [], preview, auth: { domain: '', clientId: '', audience: '', connection: '', session } })
  return (url: string, sink = 'HTMLScriptElement src') => policies.get('default')?.createScriptURL(url, 'TrustedScriptURL', sink)
}

beforeEach(() => {
  policies.clear()
  vi.stubGlobal('trustedTypes', { createPolicy: (name: string, rules: Rules) => policies.set(name, rules) })
})

it('creates one policy, which creates neither HTML nor script text', () => {
  install('forms')
  expect([...policies].map(([name, rules]) => [name, Object.keys(rules)])).toEqual([['default', ['createScriptURL']]])
})

describe('accepts', () => {
  it.each([
    '/static/js/async/federation.0123abcd.js',
    `${location.origin}/static/js/index.js`,
    `${location.origin}/remotes/gallery/3f2a91c-9b01d2e4/remote-entry.js?retry=1`,
  ])('%s', (url) => expect(install('forms')(url)).toBe(url))

  it("a worker of a release's own", () => {
    const url = `${location.origin}/remotes/gallery/3f2a91c-9b01d2e4/line-art.js`
    expect(install('forms')(url, 'Worker constructor')).toBe(url)
  })

  it('a live build, on a page that previews it', () => {
    const url = 'http://localhost:9300/remote-entry.js'
    const preview = { remote: 'gallery', version: 'live', live: 'http://localhost:9300' }
    expect(install('forms', preview)(url)).toBe(url)
    expect(install('forms', preview)('http://localhost:9301/remote-entry.js')).toBeNull()
    expect(install('forms', { remote: 'gallery', version: 'v2' })(url)).toBeNull()
  })

  it("the SDK's worker from a blob, in redirect mode", () => {
    const url = `blob:${location.origin}/5d1c`
    expect(install('redirect')(url, 'Worker constructor')).toBe(url)
  })
})

describe('refuses', () => {
  it.each([
    'https://elsewhere.example/static/js/index.js',
    `${location.origin}.elsewhere.example/static/x.js`,
    '/static/../api/gallery/images/1',
    '\\\\elsewhere.example\\static\\x.js',
    'javascript:alert(1)',
    `blob:${location.origin}/5d1c`,
    '',
  ])('%j', (url) => expect(install('forms')(url, 'Worker constructor')).toBe(null))

  it('a blob as a script, and a foreign blob', () => {
    expect(install('redirect')(`blob:${location.origin}/5d1c`)).toBe(null)
    expect(install('redirect')('blob:https://elsewhere.example/5d1c', 'Worker constructor')).toBe(null)
  })
})
