import { ContractShape, findContractGaps } from '@encre/protocol/contract-shape'
import { findHeaderExcess } from '@encre/protocol/header-links'
import { isOnThisMachine } from '@encre/protocol/network'
import type { Release } from '@encre/protocol/release'
import { withTimeout } from '@encre/protocol/timeout'
import { findReleaseDefects } from '@encre/releases/release-defects'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import { version as reactVersion } from 'react/package.json'
import major from 'semver/functions/major'
import satisfies from 'semver/functions/satisfies'
import * as z from 'zod/mini'
import { type Feature, findFeature } from '../../features/features.ts'
import { readLiveRemotes } from './live-remotes.ts'

const shellApi = 1
const shared: Record<string, string> = { react: reactVersion, 'react-dom': reactVersion }

export async function findIncompatibilities(env: Env, release: Release): Promise<string[]> {
  return [
    ...findShellIncompatibilities(release),
    ...findOriginIncompatibilities(env, release),
    ...(await findReleaseDefects(release)),
    ...(await findHeaderIncompatibilities(env, release)),
    ...(await findContractIncompatibilities(env, release)),
  ]
}

export function findShellIncompatibilities(release: Release): string[] {
  const incompatibilities: string[] = []
  if (release.shellApi !== shellApi) {
    incompatibilities.push(
      `it needs version ${release.shellApi} of the ShellApi, the live shell has ${shellApi}`,
    )
  }
  for (const [name, range] of Object.entries(release.shared)) {
    const offered = Object.hasOwn(shared, name) ? shared[name] : undefined
    if (!offered) incompatibilities.push(`it wants to share ${name}, which the live shell does not`)
    else if (!isCompatible(offered, range))
      incompatibilities.push(`it needs ${name} ${range}, the live shell has ${offered}`)
  }
  return incompatibilities
}

/** The links of all remotes stand side by side on every page. */
async function findHeaderIncompatibilities(env: Env, release: Release): Promise<string[]> {
  const others = ((await readLiveRemotes(env)) ?? []).filter(
    ({ remote }) => remote !== release.name,
  )
  const excess = findHeaderExcess([
    ...others.flatMap(({ current }) => current?.routes ?? []),
    ...release.routes,
  ])
  return excess > 0
    ? [
        `its header links are ${excess} characters too long for the header beside those of the other remotes`,
      ]
    : []
}

/** Only a commit has sources that others can read and rebuild. */
function findOriginIncompatibilities({ SITE_ORIGIN }: Env, { version }: Release): string[] {
  if (isOnThisMachine(SITE_ORIGIN)) return []
  if (version.startsWith('0000000-'))
    return ['its tree has no commit: build it from a clone. Only a local site accepts it']
  return version.endsWith('-dirty')
    ? ['its tree has uncommitted changes: commit them. Only a local site accepts them']
    : []
}

/**
 * The routes of the live version that visitors would lose with this release, as sentences. `*` in
 * `dropRoutes` allows any.
 */
export function findLostRoutes(
  release: Release,
  live: Release | null,
  dropRoutes: readonly string[],
): string[] {
  if (dropRoutes.includes('*')) return []
  return (live?.routes ?? [])
    .filter(({ path }) => !dropRoutes.includes(path))
    .flatMap(({ path, access }) => {
      const route = release.routes.find((one) => one.path === path)
      if (!route)
        return [
          `visitors would lose the route ${path}: keep it, or allow it with --drop-route ${path}`,
        ]
      const opens = access === 'member' && route.access === 'public'
      return opens
        ? [
            `the members' route ${path} would be public: keep its access, or allow it with --drop-route ${path}`,
          ]
        : []
    })
}

/**
 * A range must exclude the next major version: `*` and `>=19.0.0` would accept a React that the
 * remote was never built for.
 */
function isCompatible(version: string, range: string): boolean {
  return satisfies(version, range) && !satisfies(`${major(version) + 1}.0.0`, range)
}

/**
 * The reasons why a release cannot work with its feature's deployed worker. The worker ships before
 * the remote that needs it.
 */
async function findContractIncompatibilities(
  env: Env,
  { name, contract }: Release,
): Promise<string[]> {
  const feature = findFeature(env, name)
  if (!feature) return []
  try {
    const offered = await withTimeout(
      readContract(feature),
      dependencyTimeoutMs,
      `the contract of ${name}`,
    )
    if (!contract) return [`it does not say what it needs of the deployed ${name} worker`]
    return findContractGaps(contract, offered).map(
      (gap) => `the deployed ${name} worker does not fit: ${gap}`,
    )
  } catch (error) {
    logError(error, { event: 'contract', feature: name })
    return [`the deployed ${name} worker does not say what it offers`]
  }
}

async function readContract({ name, worker }: Feature): Promise<ContractShape> {
  const response = await worker.fetch(`https://${name}/api/${name}/contract`)
  return z.parse(ContractShape, await response.json())
}
