import { expect, test } from 'vitest'
import { safePath } from './safe-path.ts'

test('keeps a path of this site, and sends any other address to the dashboard', () => {
  expect(safePath('/generator?style=dotwork#prompt')).toBe('/generator?style=dotwork#prompt')
  for (const path of ['https://evil.example', '/.//evil.example', undefined]) expect(safePath(path)).toBe('/dashboard')
})
