import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { packageOf } from './release.ts'
import { listSourcePaths, versionOf, versionOfFolder } from './version.ts'

const archive = mkdtempSync(join(tmpdir(), 'encre-archive-'))
afterAll(() => rmSync(archive, { recursive: true }))

let tree: string
afterEach(() => {
  if (tree) rmSync(tree, { recursive: true, force: true })
})

function createRepository(): void {
  tree = mkdtempSync(join(tmpdir(), 'encre-tree-'))
  // Beside a package, a build depends on these paths.
  for (const folder of ['remotes/gallery', 'shared/build'])
    mkdirSync(join(tree, folder), { recursive: true })
  for (const file of [
    'shared/build/build.ts',
    'rsbuild.shared.ts',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
  ])
    writeFileSync(join(tree, file), '')
  write('package.json', '{ "name": "gallery" }')
  write('page.ts', 'one')
  git('init', '--quiet')
  commit()
}

function write(file: string, text: string): void {
  writeFileSync(join(tree, 'remotes/gallery', file), text)
}

function git(...words: string[]): void {
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@encre.test', ...words], {
    cwd: tree,
  })
}

function commit(): void {
  git('add', '.')
  git('commit', '--quiet', '--message', 'change')
}

it('is the commit and a hash of the sources', () => {
  createRepository()
  const version = versionOf('remotes/gallery', tree)
  expect(version).toMatch(/^[0-9a-f]{7}-[0-9a-f]{8}$/)
  write('page.test.ts', 'a test')
  expect(versionOf('remotes/gallery', tree)).toBe(version)
})

it('says that a changed, staged, new or deleted source is not committed', () => {
  createRepository()
  for (const change of [
    () => write('page.ts', 'two'),
    () => {
      write('page.ts', 'three')
      git('add', '.')
    },
    () => write('card.ts', 'card'),
    () => rmSync(join(tree, 'remotes/gallery/page.ts')),
  ]) {
    change()
    expect(versionOf('remotes/gallery', tree)).toMatch(/^[0-9a-f]{7}-[0-9a-f]{8}-dirty$/)
    commit()
    expect(versionOf('remotes/gallery', tree)).toMatch(/^[0-9a-f]{7}-[0-9a-f]{8}$/)
  }
})

it('a repository without a commit has a version that only a local site accepts', () => {
  createRepository()
  rmSync(join(tree, '.git'), { recursive: true })
  git('init', '--quiet')
  expect(versionOfFolder(join(tree, 'remotes/gallery'))).toMatch(/^0000000-[0-9a-f]{8}-dirty$/)
})

it('a remote of another repository has the commit and the hash of its own folder', () => {
  createRepository()
  const folder = join(tree, 'remotes/gallery')
  const version = versionOfFolder(folder)
  expect(version).toMatch(/^[0-9a-f]{7}-[0-9a-f]{8}$/)
  writeFileSync(join(tree, 'pnpm-lock.yaml'), 'changed')
  expect(versionOfFolder(folder)).toBe(version)
  write('page.ts', 'two')
  expect(versionOfFolder(folder)).toMatch(/-dirty$/)
  rmSync(join(tree, '.git'), { recursive: true })
  expect(versionOfFolder(folder)).toMatch(/^0000000-[0-9a-f]{8}$/)
})

function addPackage(folder: string, name: string, dependencies: string[] = []): void {
  mkdirSync(join(tree, folder), { recursive: true })
  const versions = Object.fromEntries(dependencies.map((dependency) => [dependency, 'workspace:*']))
  writeFileSync(
    join(tree, folder, 'package.json'),
    JSON.stringify({ name, dependencies: versions }),
  )
}

it('the sources of a build contain the packages that a remote depends on, directly or not, and no others', () => {
  tree = mkdtempSync(join(tmpdir(), 'encre-tree-'))
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
    'rsbuild.shared.ts',
    'shared/build',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package-lock.json',
  ])
})

it.each([
  { path: '/tree/node_modules/.pnpm/zod@4.6.7/node_modules/zod/mini/index.js', name: 'zod' },
  {
    path: '/tree/node_modules/.pnpm/@auth0+react@2/node_modules/@auth0/react/index.js',
    name: '@auth0/react',
  },
  { path: '/tree/shared/ui/src/button.tsx', name: '@encre/ui' },
  { path: '/tree/remotes/gallery/src/remote.tsx', name: null },
])('the module $path belongs to $name', ({ path, name }) => {
  expect(packageOf(path)).toBe(name)
})
