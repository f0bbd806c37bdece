import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createFolder } from '../lib/testing/scratch-folder.ts'
import { runProgram, stampArtists } from './testing.ts'

// `npm test -- --long new` runs the feature's own tests, and what the check says about its imports.
it('has no fault of types or layout', { timeout: 240_000 }, () => {
  const tree = createFolder()
  rmSync(tree, { recursive: true })
  stampArtists(tree)
  const folders = ['remotes/artists', 'workers/artists']
  const run =
    (program: string, ...words: string[]) =>
    () =>
      runProgram(tree, program, ...words)
  expect(run('typescript/bin/tsc', '--build', ...folders)).not.toThrow()
  expect(run('@biomejs/biome/bin/biome', 'check', ...folders)).not.toThrow()
})
