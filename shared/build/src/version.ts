import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSourcePaths } from './source-paths.ts'
import { root } from './workspace.ts'

/**
 * The version of a build of `folder`: the commit that last changed its sources and a hash of them, e.g. `3f2a91c-9b01d2e4`. The same
 * sources always have the same version, and a change to other files does not alter it.
 */
export function versionOf(folder: string): string {
  const paths = listSourcePaths(folder)
  const hash = createHash('sha256')
  for (const file of listFiles(paths)) {
    hash.update(`${file}\0`)
    // git still lists a file that was deleted in the work tree only.
    if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)))
  }
  const commit = git('log', '-1', '--format=%h', '--abbrev=7', '--', ...paths).trim() || '0000000'
  return `${commit}-${hash.digest('hex').slice(0, 8)}`
}

/** The files under `paths` that can change a build. Tests, documents and the shell's worker cannot. */
function listFiles(paths: string[]): string[] {
  const listed = git('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths)
  return [...new Set(listed.split('\0'))].filter((path) => path && !/\.(test|spec)\.|\/e2e\/|\/worker\/|\.md$/.test(path)).sort()
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}
