import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.ts'

const sharedSources = [
  'shared/protocol',
  'shared/ui',
  'shared/remote-kit',
  'workers/*/src/contract.ts',
  'shared/build',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
]

/** The files that decide what a remote's or the shell's build contains. Tests are not among them. */
function sourcesOf(folder: string): string[] {
  const listed = git('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', folder, ...sharedSources)
  return [...new Set(listed.split('\0'))].filter((path) => path && !/\.(test|spec)\.|\/e2e\/|\/worker\/|\.md$/.test(path)).sort()
}

/**
 * The version of what is built from a folder: the commit that last touched its sources and a hash of them, e.g.
 * `3f2a91c-9b01d2e4`. The same sources always have the same version; a change elsewhere does not move it.
 */
export function versionOf(folder: string): string {
  const hash = createHash('sha256')
  for (const path of sourcesOf(folder)) {
    hash.update(`${path}\0`)
    hash.update(readIfThere(join(root, path)))
  }
  const commit = git('log', '-1', '--format=%h', '--abbrev=7', '--', folder, ...sharedSources).trim() || '0000000'
  return `${commit}-${hash.digest('hex').slice(0, 8)}`
}

function readIfThere(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch {
    return new Uint8Array() // deleted in the work tree, still in git's index
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}
