import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Route } from './release.ts'
import { matchesRoute, parentPath } from './route-match.ts'
import { isSitePath } from './site-path.ts'

test.each(['/', '/generator?style=dotwork#prompt', '/f/a//b', '/a/../b'])(
  'accepts the path %s',
  (path) => {
    expect(isSitePath(path)).toBe(true)
  },
)

test.each([
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/%2e//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '',
  null,
  42,
])('refuses %j', (text) => {
  expect(isSitePath(text)).toBe(false)
})

describe('a route', () => {
  test('a route without a parameter shows its own path only', () => {
    expect(matchesRoute({ path: '/gallery' }, '/gallery')).toBe(true)
    expect(matchesRoute({ path: '/gallery' }, '/gallery/7')).toBe(false)
  })

  test('a route with a parameter shows one segment under its page', () => {
    const route = { path: '/gallery/:id' }
    expect(matchesRoute(route, '/gallery/7')).toBe(true)
    for (const path of ['/gallery', '/gallery/', '/gallery/7/8', '/galleries/7', '/other/7'])
      expect(matchesRoute(route, path)).toBe(false)
  })

  test('a route with a parameter belongs to its page', () => {
    expect(parentPath('/gallery/:id')).toBe('/gallery')
    expect(parentPath('/gallery')).toBe('/gallery')
  })

  test.each([
    { path: '/gallery', isValid: true },
    { path: '/gallery/:id', isValid: true },
    { path: '/gallery/:name', isValid: false },
    { path: '/gallery/old', isValid: false },
    { path: '/:id', isValid: false },
    { path: '/gallery/:id/:id', isValid: false },
  ])('a release may claim $path: $isValid', ({ path, isValid }) => {
    expect(
      z.safeParse(Route, { path, access: 'member', lang: 'fr', title: 'Atelier' }).success,
    ).toBe(isValid)
  })
})
