import { expect, it } from 'vitest'
import { packageOf } from './release.ts'

it.each([
  ['/tree/node_modules/.pnpm/zod@4.6.7/node_modules/zod/mini/index.js', 'zod'],
  ['/tree/node_modules/.pnpm/@auth0+react@2/node_modules/@auth0/react/index.js', '@auth0/react'],
  ['/tree/shared/ui/src/button.tsx', '@encre/ui'],
  ['/tree/remotes/gallery/src/remote.tsx', null],
])('%s belongs to %s', (path, name) => {
  expect(packageOf(path)).toBe(name)
})
