import { expect, test } from 'vitest'
import { safePath } from './safe-path.ts'

test('keeps a path of this site with its query', () => {
  expect(safePath('/generator?style=dotwork#prompt')).toBe('/generator?style=dotwork#prompt')
  expect(safePath('/')).toBe('/')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/a\nb',
  '',
  'dashboard',
  null,
  undefined,
  42,
])('sends %j to the dashboard', (path) => {
  expect(safePath(path)).toBe('/dashboard')
})
