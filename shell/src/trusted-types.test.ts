import { beforeEach, describe, expect, it, vi } from 'vitest'
import { installTrustedTypes } from './trusted-types.ts'

interface Rules {
  createHTML?(text: string): string | null
  createScript?(text: string): string | null
  createScriptURL?(url: string, type: string, sink: string): string | null
}

/** As in a browser: what has no rule is refused, and there is one policy with this name. */
let defaultPolicy: Required<Rules> | null

function createPolicy(name: string, rules: Rules): void {
  if (name !== 'default' || defaultPolicy)
    throw new TypeError(`the page has no place for a policy ${name}`)
  const refuse = () => {
    throw new TypeError('the policy has no such rule')
  }
  defaultPolicy = { createHTML: refuse, createScript: refuse, createScriptURL: refuse, ...rules }
}

/**
 * Installs the policy in a page with this kind of session and returns its decision for a script's
 * address.
 */
function install(session: 'forms' | 'redirect') {
  defaultPolicy = null
  installTrustedTypes({
    id: 'c1',
    remotes: [],
    auth: { domain: '', clientId: '', audience: '', connection: '', session },
  })
  return (url: string, sink = 'HTMLScriptElement src') =>
    defaultPolicy?.createScriptURL(url, 'TrustedScriptURL', sink)
}

beforeEach(() => {
  vi.stubGlobal('trustedTypes', { createPolicy })
})

it('lets no text of a page become HTML or a script', () => {
  install('forms')
  expect(() => defaultPolicy?.createHTML('<img src=x onerror=alert(1)>')).toThrow(TypeError)
  expect(() => defaultPolicy?.createScript('alert(1)')).toThrow(TypeError)
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
    expect(install('redirect')('blob:https://elsewhere.example/5d1c', 'Worker constructor')).toBe(
      null,
    )
  })
})
