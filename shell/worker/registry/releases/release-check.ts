import { ContractShape, findContractGaps } from '@encre/protocol/contract-shape'
import { isOnThisMachine } from '@encre/protocol/network'
import type { Release } from '@encre/protocol/release'
import { matchesRoute } from '@encre/protocol/route-match'
import { findSkeletonDefects } from '@encre/protocol/skeleton-check'
import { withTimeout } from '@encre/protocol/timeout'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import { version as reactVersion } from 'react/package.json'
import major from 'semver/functions/major'
import satisfies from 'semver/functions/satisfies'
import * as z from 'zod/mini'
import { type Feature, findFeature } from '../../features/features.ts'

/** The ShellApi version and the shared packages of the shell that is deployed with this worker. */
const shellApi = 1
const shared: Record<string, string> = { react: reactVersion, 'react-dom': reactVersion }

/** Uncompressed bytes of the federation container, and of all files that the first screen of a remote needs. */
const entryBudget = 32_000
const firstScreenBudget = 300_000

/** The reasons why a release cannot run in the live site, one sentence each. */
export async function findIncompatibilities(env: Env, release: Release): Promise<string[]> {
  return [
    ...findShellIncompatibilities(release),
    ...findOriginIncompatibilities(env, release),
    ...(await findSkeletonIncompatibilities(release)),
    ...findPrefetchIncompatibilities(release),
    ...(await findContractIncompatibilities(env, release)),
  ]
}

function findShellIncompatibilities(release: Release): string[] {
  const incompatibilities: string[] = release.routes.length === 0 ? ['it has no routes, so no visitor could open it'] : []
  if (release.shellApi !== shellApi) {
    incompatibilities.push(`it needs version ${release.shellApi} of the ShellApi, the live shell has ${shellApi}`)
  }
  for (const [name, range] of Object.entries(release.shared)) {
    const offered = Object.hasOwn(shared, name) ? shared[name] : undefined
    if (!offered) incompatibilities.push(`it wants to share ${name}, which the live shell does not`)
    else if (!isCompatible(offered, range)) incompatibilities.push(`it needs ${name} ${range}, the live shell has ${offered}`)
  }
  const bytes = (paths: string[]) => paths.reduce((sum, path) => sum + (release.files[path]?.bytes ?? 0), 0)
  const entry = bytes([release.entry])
  if (entry > entryBudget) incompatibilities.push(`its entry has ${entry} bytes, the budget is ${entryBudget}`)
  const firstScreen = bytes([release.entry, ...release.scripts, ...release.styles])
  if (firstScreen > firstScreenBudget) {
    incompatibilities.push(`its first screen has ${firstScreen} bytes, the budget is ${firstScreenBudget}`)
  }
  return incompatibilities
}

async function findSkeletonIncompatibilities({ name, routes, skeletons = {} }: Release): Promise<string[]> {
  const judged = Object.entries(skeletons).map(async ([path, skeleton]) => {
    const defects = routes.some((route) => route.path === path || matchesRoute(route, path))
      ? await findSkeletonDefects(skeleton, name)
      : ['it has no such route']
    return defects.map((defect) => `the skeleton of ${path}: ${defect}`)
  })
  return (await Promise.all(judged)).flat()
}

function findPrefetchIncompatibilities({ name, routes }: Release): string[] {
  return routes.flatMap(({ path, prefetch = [] }) =>
    prefetch
      .filter((address) => !address.startsWith(`/api/${name}/`))
      .map((address) => `its route ${path} prefetches ${address}, which is not of its own worker`),
  )
}

/** Only a commit has sources that others can read and rebuild. */
function findOriginIncompatibilities({ SITE_ORIGIN }: Env, { version }: Release): string[] {
  if (isOnThisMachine(SITE_ORIGIN)) return []
  if (version.startsWith('0000000-')) return ['its tree has no commit: build it from a clone. Only a local site accepts it']
  return version.endsWith('-dirty') ? ['its tree has uncommitted changes: commit them. Only a local site accepts them'] : []
}

/** The routes of the live version that visitors would lose with this release, as sentences. `*` in `dropRoutes` allows any. */
export function findLostRoutes(release: Release, live: Release | null, dropRoutes: readonly string[]): string[] {
  if (dropRoutes.includes('*')) return []
  return (live?.routes ?? [])
    .map(({ path }) => path)
    .filter((path) => !dropRoutes.includes(path) && !release.routes.some((route) => route.path === path))
    .map((path) => `visitors would lose the route ${path}: keep it, or allow it with --drop-route ${path}`)
}

/** A range must exclude the next major version: `*` and `>=19.0.0` would accept a React that the remote was never built for. */
function isCompatible(version: string, range: string): boolean {
  return satisfies(version, range) && !satisfies(`${major(version) + 1}.0.0`, range)
}

/** The reasons why a release cannot work with its feature's deployed worker. The worker ships before the remote that needs it. */
async function findContractIncompatibilities(env: Env, { name, contract }: Release): Promise<string[]> {
  const feature = findFeature(env, name)
  if (!feature) return []
  try {
    const offered = await withTimeout(readContract(feature), dependencyTimeoutMs, `the contract of ${name}`)
    if (!contract) return [`it does not say what it needs of the deployed ${name} worker`]
    return findContractGaps(contract, offered).map((gap) => `the deployed ${name} worker does not fit: ${gap}`)
  } catch (error) {
    logError(error, { event: 'contract', feature: name })
    return [`the deployed ${name} worker does not say what it offers`]
  }
}

async function readContract({ name, worker }: Feature): Promise<ContractShape> {
  const response = await worker.fetch(`https://${name}/api/${name}/contract`)
  return z.parse(ContractShape, await response.json())
}
