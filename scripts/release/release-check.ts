import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFeatureWorkers } from '@encre/build/features'
import { Release } from '@encre/protocol/release'
import { findFileDefects, findGrowth, weighRelease } from '@encre/protocol/release-defects'
import { checkRelease, type Registry } from '@encre/registry-client'
import * as z from 'zod/mini'
import { type Check, checkTypes, listChecks, runChecks } from '../check/check-tree.ts'

/**
 * Lists why a build cannot be released, one sentence each: what its files show, then what the live
 * site finds in its `release.json`. Uploads nothing.
 */
export async function findIncompatibilities(
  registry: Registry,
  directory: string,
  { dropRoutes, grows }: { dropRoutes?: string[] | undefined; grows?: string | undefined } = {},
): Promise<string[]> {
  const release = readRelease(directory)
  const { misfits, packages, weight } = await checkRelease(registry, release, dropRoutes)
  const readFile = async (path: string) => readFileSync(join(directory, path))
  const defects = await findFileDefects(release, readFile)
  const growth = weight && !grows ? findGrowth(await weighRelease(release, readFile), weight) : []
  const grown = growth.length > 0 ? describeGrowth(release.packages, packages) : []
  return [...defects, ...growth, ...grown, ...misfits]
}

/** Bytes of source code below which the growth of a package does not explain that of a release. */
const notableGrowth = 1000

function describeGrowth(
  packages: Record<string, number>,
  live: Record<string, number> = {},
): string[] {
  const grown = Object.entries(packages)
    .map(([name, bytes]) => ({ name, bytes, before: live[name] ?? 0 }))
    .filter(({ bytes, before }) => bytes - before >= notableGrowth)
    .sort((one, other) => other.bytes - other.before - (one.bytes - one.before))
    .slice(0, 3)
    .map(({ name, bytes, before }) => `${name} from ${before} to ${bytes}`)
  return grown.length > 0
    ? [`since the live version these packages grew, in bytes of source code: ${grown.join(', ')}`]
    : []
}

export function readRelease(directory: string): Release {
  return z.parse(Release, JSON.parse(readFileSync(join(directory, 'release.json'), 'utf8')))
}

const imports = 'import directions and cycles'

/**
 * The checks of `npm run check` that are about one remote. Returns one text per check that fails.
 */
export async function findTreeFailures(remote: string): Promise<string[]> {
  const results = await runChecks(listRemoteChecks(remote))
  return results.flatMap(({ name, passed, output }) => {
    const text = name === imports ? withoutOtherFeatures(output, remote) : output.trim()
    return passed || !text ? [] : [`${name} (npm run check): ${text}`]
  })
}

/**
 * The lines that name the remote or its worker, or no feature. A mistake of another team does not
 * stop this one's release.
 */
export function withoutOtherFeatures(output: string, remote: string): string {
  const isAbout = (line: string) => {
    const features = [...line.matchAll(/\b(?:remotes|workers)\/([\w-]+)/g)].map(([, name]) => name)
    return features.length === 0 || features.includes(remote)
  }
  return output.trim().split('\n').filter(isAbout).join('\n')
}

export function listRemoteChecks(remote: string): Check[] {
  const folders = [
    `remotes/${remote}`,
    ...(listFeatureWorkers().includes(remote) ? [`workers/${remote}`] : []),
  ]
  return [
    ...folders.map((folder) => checkTypes(`types of ${folder}`, `${folder}/**/tsconfig.json`)),
    ...listChecks().filter(({ name }) =>
      [imports, `contract of ${remote} only grows`].includes(name),
    ),
  ]
}
