import { matchesGlob } from 'node:path'
import { listFeatures, listFeatureWorkers } from '@encre/build/features'
import { listSourcePaths } from '@encre/build/source-paths'
import { root } from '@encre/build/workspace'
import { listDeployedWorkers } from '../deploy/environments.ts'

/** The tests and deployments that a change needs. */
export interface Affected {
  /** Whether every test runs, because several teams depend on what changed. */
  everything: boolean
  /** The features whose own tests run; none when `everything` runs. */
  features: string[]
  /** The workers of features to deploy: a worker follows those that it binds to. */
  workers: string[]
  remotes: string[]
  shell: boolean
}

// Documents and tests change nothing that is shipped. `.released.json` files describe what was shipped.
const neverShipped = ['**/*.md', 'docs/**', '.github/**', '**/*.{test,spec}.{ts,tsx}', '**/e2e/**', '**/testing/**', '**/*.released.json']
const neverTested = ['**/*.md', 'docs/**']
// Several teams depend on a contract.
const sharedByTeams = ['workers/*/src/contract.ts', 'workers/*/contract.released.json', 'workers/local/**']

/** Finds what to test and to ship after a change of these files, whose paths are relative to `tree`. Null means unknown files: everything. */
export function findAffected(changed: string[] | null, tree = root): Affected {
  const workers = listDeployedWorkers().filter((worker) => worker !== 'shell')
  if (!changed) return { everything: true, features: [], workers, remotes: listFeatures(tree), shell: true }
  const features = listFeatures(tree).filter((name) => changed.some((file) => isOwnedBy(name, file) && !isAny(file, neverTested)))
  const everything = changed.some(
    (file) => !isAny(file, neverTested) && (isAny(file, sharedByTeams) || !listFeatures(tree).some((name) => isOwnedBy(name, file))),
  )
  const shipped = changed.filter((file) => !isAny(file, neverShipped))
  const isTouched = (folder: string) => {
    const paths = listSourcePaths(folder, tree)
    return shipped.some((file) => paths.some((path) => file === path || file.startsWith(`${path}/`)))
  }
  return {
    everything,
    features: everything ? [] : features,
    workers: workers.filter((name) => listFeatureWorkers(tree).includes(name) && isTouched(`workers/${name}`)),
    remotes: listFeatures(tree).filter((name) => isTouched(`remotes/${name}`)),
    shell: isTouched('shell'),
  }
}

function isOwnedBy(feature: string, file: string): boolean {
  return file.startsWith(`remotes/${feature}/`) || file.startsWith(`workers/${feature}/`)
}

function isAny(file: string, patterns: string[]): boolean {
  return patterns.some((pattern) => matchesGlob(file, pattern))
}
