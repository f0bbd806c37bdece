import { expect, test } from 'vitest'
import { isSitePath } from './site-path.ts'

test.each(['/', '/generator?style=dotwork#prompt', '/f/a//b', '/a/../b'])('accepts the path %s', (path) => {
  expect(isSitePath(path)).toBe(true)
})

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
