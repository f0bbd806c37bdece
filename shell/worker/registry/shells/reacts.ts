import type { ReactFile } from '@encre/protocol/page-manifest'
import type { Release } from '@encre/protocol/release'
import major from 'semver/functions/major'
import satisfies from 'semver/functions/satisfies'
import * as z from 'zod/mini'
import { readAsset, readShellVersion } from './shells-store.ts'

const ReactFiles = z.array(
  z.object({ version: z.string(), file: z.string(), integrity: z.string() }),
)

let read: { shell: string; reacts: ReactFile[] } = { shell: '', reacts: [] }

/** The copies of React that the site has: the shell's own, then those of other majors. */
export async function readReacts(env: Env): Promise<ReactFile[]> {
  const shell = await readShellVersion(env)
  if (read.shell !== shell) {
    const file = await readAsset(env, '/reacts.json')
    read = { shell, reacts: z.parse(ReactFiles, await file.json()) }
  }
  return read.reacts
}

/** The copy that a release renders with, or null. One without React needs none. */
export function findReact(reacts: ReactFile[], { shared }: Release): ReactFile | null {
  const ranges = Object.values(shared)
  const fits = ({ version }: ReactFile) => ranges.every((range) => isCompatible(version, range))
  return (ranges.length > 0 && reacts.find(fits)) || null
}

/**
 * A range must exclude the next major version: `*` and `>=19.0.0` would accept a React that the
 * remote was never built for.
 */
function isCompatible(version: string, range: string): boolean {
  return satisfies(version, range) && !satisfies(`${major(version) + 1}.0.0`, range)
}
