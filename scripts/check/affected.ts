import { appendFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { listFeatures, listFeatureWorkers } from '@encre/build/features'
import { git, listSourcePaths } from '@encre/build/version'
import { root } from '@encre/build/workspace'
import * as z from 'zod'
import { ExpectedError } from '../lib/run-command.ts'
import { listDeployedWorkers } from '../operate/deploy/environments.ts'

export interface Affected {
  /** Whether every test runs, because several teams depend on what changed. */
  everything: boolean
  features: string[]
  /** The workers of features to deploy: a worker follows those that it binds to. */
  workers: string[]
  remotes: string[]
  shell: boolean
}

// Documents and tests change nothing that is shipped. `.released.json` files describe what was
// shipped.
const neverShipped = [
  '**/*.md',
  'docs/**',
  '.github/**',
  '**/*.{test,spec}.{ts,tsx}',
  '**/e2e/**',
  '**/testing/**',
  '**/*.released.json',
]
const neverTested = ['**/*.md', 'docs/**']
const sharedByTeams = [
  'workers/*/src/**/*contract.ts',
  'workers/*/contract.released.json',
  'workers/local/**',
]

const Runs = z.object({ workflow_runs: z.array(z.object({ head_sha: z.string() })) })

export async function printAffected(named: string | undefined): Promise<void> {
  const base = named ?? (await findBase(process.env))
  const changed = base ? listChanged(base) : null
  if (named && !changed)
    throw new ExpectedError(`The history has no commit ${named}. Name one that git log lists.`)
  const affected = JSON.stringify(findAffected(changed))
  console.log(affected)
  const { GITHUB_OUTPUT } = process.env
  if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `affected=${affected}\n`)
}

/**
 * Finds what to test and to ship after a change of these files, whose paths are relative to `tree`.
 * Null means unknown files: everything.
 */
export function findAffected(changed: string[] | null, tree = root): Affected {
  const workers = listDeployedWorkers().filter((worker) => worker !== 'shell')
  if (!changed)
    return { everything: true, features: [], workers, remotes: listFeatures(tree), shell: true }
  const features = listFeatures(tree).filter((name) =>
    changed.some((file) => isOwnedBy(name, file) && !isAny(file, neverTested)),
  )
  const everything = changed.some(
    (file) =>
      !isAny(file, neverTested) &&
      (isAny(file, sharedByTeams) || !listFeatures(tree).some((name) => isOwnedBy(name, file))),
  )
  const shipped = changed.filter((file) => !isAny(file, neverShipped))
  const isTouched = (folder: string) => {
    const paths = listSourcePaths(folder, tree)
    return shipped.some((file) =>
      paths.some((path) => file === path || file.startsWith(`${path}/`)),
    )
  }
  return {
    everything,
    features: everything ? [] : features,
    workers: workers.filter(
      (name) => listFeatureWorkers(tree).includes(name) && isTouched(`workers/${name}`),
    ),
    remotes: listFeatures(tree).filter((name) => isTouched(`remotes/${name}`)),
    shell: isTouched('shell'),
  }
}

/**
 * The target of a pull request, else the commit of the last successful run on main: a failed or
 * replaced run may have shipped nothing.
 */
export async function findBase(
  environment: NodeJS.ProcessEnv,
  fetchRuns: typeof fetch = fetch,
): Promise<string | null> {
  const { PULL_REQUEST_BASE, GITHUB_TOKEN, GITHUB_API_URL, GITHUB_REPOSITORY, EVERYTHING } =
    environment
  if (EVERYTHING === 'true') return null
  if (PULL_REQUEST_BASE) return PULL_REQUEST_BASE
  if (!GITHUB_TOKEN) return null
  const runs = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/actions/workflows/main.yml/runs?branch=main&status=success&per_page=1`
  const response = await fetchRuns(runs, { headers: { authorization: `Bearer ${GITHUB_TOKEN}` } })
  if (!response.ok)
    throw new ExpectedError(
      `GitHub answered ${response.status} when asked for the last successful run. Run the workflow again.`,
    )
  return z.parse(Runs, await response.json()).workflow_runs[0]?.head_sha ?? null
}

/** Null when the base is not in the history, as after a forced push. */
function listChanged(commit: string): string[] | null {
  try {
    return git(root, 'diff', '--name-only', '-z', `${commit}...HEAD`).split('\0').filter(Boolean)
  } catch {
    return null
  }
}

function isOwnedBy(feature: string, file: string): boolean {
  return file.startsWith(`remotes/${feature}/`) || file.startsWith(`workers/${feature}/`)
}

function isAny(file: string, patterns: string[]): boolean {
  return patterns.some((pattern) => matchesGlob(file, pattern))
}
