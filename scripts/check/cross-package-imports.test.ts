import { expect, test } from 'vitest'
import { findClimbs } from './cross-package-imports.ts'

const packages = ['.', 'shell', 'remotes/gallery', 'workers/gallery']
const find = (file: string, words: string, specifier: string) => findClimbs(file, `${words}'${specifier}'`, packages)

test.each([
  ['remotes/gallery/src/card.tsx', 'import { Card } from ', '../../../workers/gallery/src/card.ts', 'workers/gallery'],
  ['remotes/gallery/src/card.css', '@import ', '../../../shell/src/global.css', 'shell'],
  ['remotes/gallery/e2e/a.spec.ts', 'await import(', '../../../scripts/version.ts', '.'],
  ['shell/rsbuild.config.ts', 'export * from ', '../rsbuild.shared.ts', '.'],
])('%s may not say %s%s', (file, words, specifier, owner) => {
  expect(find(file, words, specifier)).toEqual([{ specifier, owner }])
})

test.each([
  ['remotes/gallery/src/cards/card.tsx', 'import styles from ', '../card.module.css'],
  ['remotes/gallery/src/card.tsx', 'import { Design } from ', '@encre/gallery-worker/contract'],
  ['scripts/test-crash.ts', 'import { planSite } from ', '../workers/generator/system-tests/site.ts'],
])('%s may say %s%s', (file, words, specifier) => {
  expect(find(file, words, specifier)).toEqual([])
})
