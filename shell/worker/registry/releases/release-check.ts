import type { Release } from '@encre/protocol/release'
import { version as reactVersion } from 'react/package.json'
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
    else if (!isWithin(offered, range)) misfits.push(`it needs ${name} ${range}, the live shell has ${offered}`)
  }
  const bytes = (paths: string[]) => paths.reduce((sum, path) => sum + (release.files[path]?.bytes ?? 0), 0)
  const entry = bytes([release.entry])
  if (entry > entryBudget) misfits.push(`its entry has ${entry} bytes, the budget is ${entryBudget}`)
  const firstScreen = bytes([release.entry, ...release.scripts, ...release.styles])
  if (firstScreen > firstScreenBudget) misfits.push(`its first screen has ${firstScreen} bytes, the budget is ${firstScreenBudget}`)
  return misfits
}

/** Caret ranges only: what our builds declare. Anything else fits nothing. */
function isWithin(version: string, range: string): boolean {
  const wanted = range
    .match(/^\^([1-9]\d*)\.(\d+)\.(\d+)$/)
    ?.slice(1)
    .map(Number)
  const offered = version.split('.').map(Number)
  if (!wanted || wanted[0] !== offered[0]) return false
  const [minor, patch] = [(offered[1] ?? 0) - (wanted[1] ?? 0), (offered[2] ?? 0) - (wanted[2] ?? 0)]
  return minor > 0 || (minor === 0 && patch >= 0)
}
