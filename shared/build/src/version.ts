import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import * as z from 'zod/mini'
import { root } from './workspace.ts'

/** The version that `npm run dev` serves in place of a remote's release. */
export const hmrVersion = 'hmr'

/**
 * The name of a React that only development builds get, whatever the page has: no range of a
 * release fits it.
 */
export function ownReactVersion(version: string): string {
  return `${version}-${hmrVersion}`
}

/** The end of a version whose sources differ from the commit. Only a local site accepts it. */
export const dirtySuffix = '-dirty'

/**
 * The commit that last changed the sources of `folder`, or `0000000` without git, their hash, and
 * `-dirty` if uncommitted: `3f2a91c-9b01d2e4`.
 */
export function versionOf(folder: string, tree = root): string {
  // A worktree's `.git` is a file. A repository around the tree knows nothing of it.
  return describeSources(tree, listSourcePaths(folder, tree), existsSync(join(tree, '.git')))
}

/**
 * The version of a build whose sources are all in `folder`, in a repository of its own or in a part
 * of one.
 */
export function versionOfFolder(folder: string): string {
  return describeSources(folder, ['.'], isInRepository(folder))
}

function isInRepository(folder: string): boolean {
  return succeeds(folder, 'rev-parse', '--show-toplevel')
}

function describeSources(tree: string, paths: string[], hasGit: boolean): string {
  const hash = createHash('sha256')
  for (const file of hasGit ? listGitFiles(tree, paths) : listTreeFiles(tree, paths)) {
    if (!isSource(file)) continue
    hash.update(`${file}\0`)
    // git still lists a file that was deleted in the work tree only.
    if (existsSync(join(tree, file))) hash.update(readFileSync(join(tree, file)))
  }
  const hasCommit = hasGit && succeeds(tree, 'rev-parse', '--verify', 'HEAD')
  const commit = hasCommit
    ? git(tree, 'log', '-1', '--format=%h', '--abbrev=7', '--', ...paths).trim()
    : ''
  const isDirty = hasGit && (!hasCommit || hasUncommitted(tree, paths))
  const suffix = isDirty ? dirtySuffix : ''
  return `${commit || '0000000'}-${hash.digest('hex').slice(0, 8)}${suffix}`
}

function isSource(path: string): boolean {
  return path !== '' && !/\.(test|spec)\.|\/e2e\/|\/worker\/|\.md$/.test(path)
}

function listGitFiles(tree: string, paths: string[]): string[] {
  const listed = git(
    tree,
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    ...paths,
  )
  return [...new Set(listed.split('\0'))].sort()
}

function hasUncommitted(tree: string, paths: string[]): boolean {
  const changed = git(tree, 'diff', 'HEAD', '--relative', '--name-only', '-z', '--', ...paths)
  const added = git(tree, 'ls-files', '-z', '--others', '--exclude-standard', '--', ...paths)
  return `${changed}${added}`.split('\0').some(isSource)
}

/** The same files without git. The left-out names are those of `.gitignore`. */
function listTreeFiles(tree: string, paths: string[]): string[] {
  const present = paths.filter((path) => existsSync(join(tree, path)))
  const files = present.flatMap((path) =>
    statSync(join(tree, path)).isFile() ? [path] : listFolder(tree, path),
  )
  const isIgnored = (path: string) =>
    /(^|\/)(node_modules|dist|\.wrangler|test-results)\/|\/\.dev\.vars$|\.tsbuildinfo$|worker-configuration\.d\.ts$|\.generated\.ts$/.test(
      path,
    )
  return [...new Set(files)].filter((path) => !isIgnored(path)).sort()
}

/** The files below a folder of a tree, with their paths in the tree. */
export function listFolder(tree: string, folder: string): string[] {
  const entries = readdirSync(join(tree, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(tree, join(entry.parentPath, entry.name)))
}

/** What git prints. Throws without git, or if it refuses. */
export function git(tree: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

function succeeds(tree: string, ...args: string[]): boolean {
  try {
    git(tree, ...args)
    return true
  } catch {
    return false
  }
}

const Package = z.object({
  name: z.string(),
  dependencies: z.optional(z.record(z.string(), z.string())),
})

/** A team's repository has npm's lock file in place of the others. */
const buildPaths = [
  'rsbuild.shared.ts',
  'shared/build',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'package-lock.json',
]

/**
 * What a build of `folder` contains or depends on, relative to `tree`. Of a worker's package only
 * the contract counts.
 */
export function listSourcePaths(folder: string, tree = root): string[] {
  const folders = findPackageFolders(tree)
  const found = new Set<string>([folder])
  for (const path of found) {
    if (path.endsWith('contract.ts')) continue
    for (const name of Object.keys(readPackage(join(tree, path)).dependencies ?? {})) {
      const dependency = folders.get(name)
      if (dependency)
        found.add(dependency.startsWith('workers/') ? `${dependency}/src/contract.ts` : dependency)
    }
  }
  return [...found, ...buildPaths]
}

function findPackageFolders(tree: string): Map<string, string> {
  const paths = globSync('{shared,workers}/*/package.json', { cwd: tree })
  return new Map(paths.map((path) => [readPackage(join(tree, dirname(path))).name, dirname(path)]))
}

function readPackage(folder: string): z.infer<typeof Package> {
  return z.parse(Package, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
}
