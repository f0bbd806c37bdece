import { ContractShape, findContractGaps } from '@encre/protocol/contract-shape'
import { findHeaderExcess } from '@encre/protocol/header-links'
import { isOnThisMachine } from '@encre/protocol/network'
import { type ReactFile, shellApiVersions } from '@encre/protocol/page-manifest'
import type { Release } from '@encre/protocol/release'
import { withTimeout } from '@encre/protocol/timeout'
import { findReleaseDefects } from '@encre/releases/release-defects'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import * as z from 'zod/mini'
import { type Feature, findFeature } from '../../features/features.ts'
import { findReact, readReacts } from '../shells/reacts.ts'
import { readLiveRemotes } from './live-remotes.ts'

// Why the live site refuses a release: React, ShellApi, contract, header, lost routes.
// `releases.ts` asks at registration, and teams before it; its files are judged by
// `release-defects.ts` of `shared/releases`.

/** What the shell shares: one copy of React, whose parts have one version. */
const shared = ['react', 'react-dom']

export async function findIncompatibilities(env: Env, release: Release): Promise<string[]> {
  return [
    ...findShellIncompatibilities(release, await readReacts(env)),
    ...findOriginIncompatibilities(env, release),
    ...(await findReleaseDefects(release)),
    ...(await findHeaderIncompatibilities(env, release)),
    ...(await findContractIncompatibilities(env, release)),
  ]
}

export function findShellIncompatibilities(release: Release, reacts: ReactFile[]): string[] {
  const incompatibilities: string[] = []
  if (!shellApiVersions.includes(release.shellApi)) {
    incompatibilities.push(
      `it needs version ${release.shellApi} of the ShellApi, the live shell has ${shellApiVersions.join(' and ')}`,
    )
  }
  const ranges = Object.entries(release.shared)
  const others = ranges.filter(([name]) => !shared.includes(name))
  for (const [name] of others) {
    incompatibilities.push(`it wants to share ${name}, which the live shell does not`)
  }
  if (others.length === 0 && ranges.length > 0 && !findReact(reacts, release)) {
    const needed = ranges.map(([name, range]) => `${name} ${range}`).join(' and ')
    const offered = reacts.map(({ version }) => version).join(' and ')
    incompatibilities.push(
      `it needs ${needed}, the live shell has ${offered}. Deploy a shell with that React in shell/reacts`,
    )
  }
  return incompatibilities
}

/** What a release needs beside the shell's own React and newest ShellApi, one sentence each. */
export function listNeeds(release: Release, reacts: ReactFile[]): string[] {
  const [own] = reacts
  const [newest] = shellApiVersions
  const react = findReact(reacts, release)
  return [
    ...(own && react && react !== own
      ? [
          `it renders with React ${react.version} and the shell with ${own.version}: its pages load that file too, and have a root of their own`,
        ]
      : []),
    ...(release.shellApi === newest
      ? []
      : [`it needs version ${release.shellApi} of the ShellApi, the newest is ${newest}`]),
  ]
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
 * The routes of the live version that visitors would lose with this release, as sentences: links,
 * bookmarks and other remotes lead there, and would end at a page that does not exist. `*` in
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
