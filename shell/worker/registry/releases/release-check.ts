import type { Release } from '@encre/protocol/release'
import { version as reactVersion } from 'react/package.json'
import major from 'semver/functions/major'
import satisfies from 'semver/functions/satisfies'
import { findContractMisfits } from './contract-check.ts'

/** What the shell that is deployed with this worker offers. */
const shellApi = 1
const shared: Record<string, string> = { react: reactVersion, 'react-dom': reactVersion }

/** Bytes as built: the federation container, and all that stands between the page and a remote's first screen. */
const entryBudget = 32_000
const firstScreenBudget = 300_000

/** Why a release cannot run in the live site, a sentence each; none when it can. */
export async function findMisfits(env: Env, release: Release): Promise<string[]> {
  return [...findShellMisfits(release), ...(await findContractMisfits(env, release))]
}

function findShellMisfits(release: Release): string[] {
  const misfits: string[] = []
  if (release.shellApi !== shellApi) misfits.push(`it needs version ${release.shellApi} of the ShellApi, the live shell has ${shellApi}`)
  for (const [name, range] of Object.entries(release.shared)) {
    const offered = Object.hasOwn(shared, name) ? shared[name] : undefined
    if (!offered) misfits.push(`it wants to share ${name}, which the live shell does not`)
    else if (!isCompatible(offered, range)) misfits.push(`it needs ${name} ${range}, the live shell has ${offered}`)
  }
  const bytes = (paths: string[]) => paths.reduce((sum, path) => sum + (release.files[path]?.bytes ?? 0), 0)
  const entry = bytes([release.entry])
  if (entry > entryBudget) misfits.push(`its entry has ${entry} bytes, the budget is ${entryBudget}`)
  const firstScreen = bytes([release.entry, ...release.scripts, ...release.styles])
  if (firstScreen > firstScreenBudget) misfits.push(`its first screen has ${firstScreen} bytes, the budget is ${firstScreenBudget}`)
  return misfits
}

/** A range must exclude the next major version: `*` and `>=19.0.0` would accept a React that the remote was never built for. */
function isCompatible(version: string, range: string): boolean {
  return satisfies(version, range) && !satisfies(`${major(version) + 1}.0.0`, range)
}
