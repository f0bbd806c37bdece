import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The absolute path of the repository. */
export const root = join(import.meta.dirname, '../../..')

/**
 * The repository of the remote in this folder: this one, or a team's with the same layout. Null for
 * a remote that is a repository of its own.
 */
export function findRepository(folder: string, name: string): string | null {
  const tree = join(folder, '../..')
  const hasLayout =
    folder === join(tree, 'remotes', name) && existsSync(join(tree, 'rsbuild.shared.ts'))
  return hasLayout ? tree : null
}
