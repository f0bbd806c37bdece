import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { findBrokenReferences } from '../check/document-references.ts'
import { findForbiddenImports } from '../check/imports.ts'
import { createFolder } from '../lib/testing/scratch-folder.ts'
import { runProgram, stampArtists } from './testing.ts'

const tree = createFolder()
beforeAll(() => {
  rmSync(tree, { recursive: true })
  stampArtists(tree)
}, 240_000)

it('has no file, export or package that nothing uses', () => {
  const workspaces = ['--workspace', 'remotes/artists', '--workspace', 'workers/artists']
  runProgram(tree, 'knip/bin/knip.js', '--no-progress', '--no-config-hints', ...workspaces)
})

it('imports what it may, and its documents name what there is', async () => {
  expect(await findForbiddenImports(tree)).toEqual([])
  expect(findBrokenReferences(tree)).toEqual([])
  expect(existsSync(join(tree, 'remotes/artists/README.md'))).toBe(true)
})

it('passes its own tests', { timeout: 240_000 }, () => {
  const projects = ['--project', 'artists', '--project', 'workers/artists']
  runProgram(tree, 'vitest/vitest.mjs', 'run', ...projects)
})
