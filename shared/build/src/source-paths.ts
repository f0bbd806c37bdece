import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { root } from './workspace.ts'

const Package = z.object({ name: z.string(), dependencies: z.optional(z.record(z.string(), z.string())) })

/** What every build depends on beside its packages. */
const buildPaths = ['shared/build', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']

/**
 * The files and folders that a build of `folder` contains or depends on, relative to `tree`: the folder, the workspace packages that its
 * `package.json` depends on, directly or not, and the build configuration. Of a worker's package only the contract counts.
 */
export function listSourcePaths(folder: string, tree = root): string[] {
  const folders = findPackageFolders(tree)
  const found = new Set<string>([folder])
  for (const path of found) {
    if (path.endsWith('contract.ts')) continue
    for (const name of Object.keys(readPackage(join(tree, path)).dependencies ?? {})) {
      const dependency = folders.get(name)
      if (dependency) found.add(dependency.startsWith('workers/') ? `${dependency}/src/contract.ts` : dependency)
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
