import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.ts'

/**
 * The names of the features, sorted: the folders in `remotes/` with a `package.json`. A feature's
 * worker has the same name in `workers/`.
 */
export function listFeatures(tree = root): string[] {
  return listPackages(tree, 'remotes')
}

/**
 * The features that have a worker, sorted, also those whose remote was deleted. `workers/local`
 * belongs to no feature.
 */
export function listFeatureWorkers(tree = root): string[] {
  return listPackages(tree, 'workers').filter((name) => name !== 'local')
}

/**
 * The folders of all workers, relative to the tree: the shell's, the features' and the embedded
 * services'.
 */
export function listWorkerFolders(): string[] {
  return ['shell', ...listPackages(root, 'workers').map((name) => `workers/${name}`)]
}

function listPackages(tree: string, folder: string): string[] {
  const names = readdirSync(join(tree, folder))
  return names.filter((name) => isPackage(join(tree, folder, name))).sort()
}

function isPackage(folder: string): boolean {
  return existsSync(join(folder, 'package.json'))
}
