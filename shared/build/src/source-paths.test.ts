import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listSourcePaths } from './source-paths.ts'

let tree: string

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'encre-tree-'))
})

afterEach(() => rmSync(tree, { recursive: true }))

function addPackage(folder: string, name: string, dependencies: string[] = []): void {
  mkdirSync(join(tree, folder), { recursive: true })
  const versions = Object.fromEntries(dependencies.map((dependency) => [dependency, 'workspace:*']))
  writeFileSync(join(tree, folder, 'package.json'), JSON.stringify({ name, dependencies: versions }))
}

it('contains the packages that a remote depends on, directly or not, and no others', () => {
  addPackage('remotes/gallery', '@encre/gallery', ['react', '@encre/ui', '@encre/gallery-worker'])
  addPackage('shared/ui', '@encre/ui', ['@encre/protocol'])
  addPackage('shared/protocol', '@encre/protocol')
  addPackage('shared/worker', '@encre/worker')
  addPackage('workers/gallery', '@encre/gallery-worker', ['@encre/worker'])
  expect(listSourcePaths('remotes/gallery', tree)).toEqual([
    'remotes/gallery',
    'shared/ui',
    'workers/gallery/src/contract.ts',
    'shared/protocol',
    'shared/build',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
  ])
})
