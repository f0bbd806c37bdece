import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { beforeAll, expect, it, vi } from 'vitest'
import { findBrokenReferences } from '../check/document-references.ts'
import { findForbiddenImports } from '../check/imports.ts'
import { createFolder } from '../lib/testing/scratch-folder.ts'
import { stampArtists } from './testing.ts'

vi.setConfig({ testTimeout: 240_000 })

const tree = createFolder()
beforeAll(() => {
  rmSync(tree, { recursive: true })
  stampArtists(tree)
}, 240_000)

/** Runs a package's program in the tree. Throws what it printed when it fails. */
function run(program: string, ...words: string[]): string {
  const file = join(root, 'node_modules', program)
  try {
    return execFileSync(process.execPath, [file, ...words], {
      cwd: tree,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, NO_COLOR: '1', VITEST: undefined },
    })
  } catch (error) {
    const { stdout, stderr } = Object(error)
    throw new Error(`${program} ${words.join(' ')}:\n${stdout}${stderr}`)
  }
}

it('has no fault of types or layout', () => {
  run('typescript/bin/tsc', '--build', 'remotes/artists', 'workers/artists')
  run('@biomejs/biome/bin/biome', 'check', 'remotes/artists', 'workers/artists')
})

it('has no file, export or package that nothing uses', () => {
  const workspaces = ['--workspace', 'remotes/artists', '--workspace', 'workers/artists']
  run('knip/bin/knip.js', '--no-progress', '--no-config-hints', ...workspaces)
})

it('imports what it may, and its documents name what there is', async () => {
  expect(await findForbiddenImports(tree)).toEqual([])
  expect(findBrokenReferences(tree)).toEqual([])
  expect(existsSync(join(tree, 'remotes/artists/README.md'))).toBe(true)
})

it('passes its own tests', () => {
  run('vitest/vitest.mjs', 'run', '--project', 'artists', '--project', 'workers/artists')
})
