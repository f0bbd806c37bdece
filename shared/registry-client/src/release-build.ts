import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Release } from '@encre/protocol/release'
import { findFileDefects } from '@encre/protocol/release-defects'
import * as z from 'zod/mini'
import { checkRelease, createPreview, getStatus, promote, type Registry, rollBack, startCanary, uploadRelease } from './registry-client.ts'

// What a team can do with a build, wherever it was made. `npm run release` also builds and checks the remotes of the site's own repository.

/** The share of the visitors, in percent, who get a release first. The registry raises it while the reports are good. */
export const firstShare = 5

/** Throws a sentence unless the token may give everyone a version, and the history gets a reason. Call it before a build takes its time. */
export function requireOperator(remote: string, largestShare = 100, reason?: string): void {
  if (largestShare < 100) {
    throw new UnfitBuildError(remote, [`a team's token gives a version to at most ${largestShare} %: leave --all out, or ask an operator`])
  }
  if (!reason) throw new UnfitBuildError(remote, ['a version for everyone at once needs a --reason for the history'])
}

/** The registry would refuse this build. The message has all reasons. */
export class UnfitBuildError extends Error {
  override name = 'UnfitBuildError'

  constructor(remote: string, reasons: string[]) {
    super([`${remote} is not released:`, ...reasons.map((reason) => `  ${reason}`)].join('\n'))
  }
}

/** Uploads the build in `directory` and gives it to the first visitors as a canary; with `all`, which needs the platform's token, to everyone. */
export async function releaseBuild(
  registry: Registry,
  directory: string,
  { all = false, reason }: { all?: boolean; reason?: string | undefined } = {},
): Promise<string> {
  const { name, version } = readBuild(directory)
  // Read the revision first: the change fails if somebody changes the channel during the upload.
  const { current, canary, revision, largestShare } = await getStatus(registry, name)
  if (current === version) return `${name} ${version} is what everyone has already`
  if (!all && canary?.version === version) return `${name} ${version} is the canary already, for ${canary.share} %`
  if (all) requireOperator(name, largestShare, reason)
  await uploadBuild(registry, directory)
  if (!all) {
    await startCanary(registry, name, { version, share: firstShare, ramp: true, reason })
    return `${name}: ${firstShare} % get ${version}; the share grows by itself while the reports are good`
  }
  await promote(registry, name, { version, revision, reason })
  return `${name}: everyone gets ${version}`
}

/** Uploads the build and returns a link that shows it to whoever opens it, and to nobody else. */
export async function previewBuild(registry: Registry, directory: string): Promise<string> {
  const { name, version } = await uploadBuild(registry, directory)
  const { url, expiresAt } = await createPreview(registry, name, { version })
  return `${url}\nWhoever opens this link sees ${name} in that version, until ${expiresAt}. Nobody else does.`
}

/** Ends the canary of the build's remote, else returns to its previous version. */
export async function rollBackBuild(registry: Registry, directory: string, reason?: string): Promise<string> {
  const { name } = readBuild(directory)
  const { revision } = await getStatus(registry, name)
  const { current } = await rollBack(registry, name, { revision, reason })
  return current ? `${name}: everyone has ${current}` : `${name}: nobody gets it now`
}

/** Asks the registry first, so that nothing is uploaded that it would refuse. */
async function uploadBuild(registry: Registry, directory: string): Promise<Release> {
  const release = readBuild(directory)
  const { misfits } = await checkRelease(registry, release)
  const defects = await findFileDefects(release, async (path) => readFileSync(join(directory, path)))
  if (misfits.length + defects.length > 0) throw new UnfitBuildError(release.name, [...defects, ...misfits])
  return uploadRelease({ ...registry, directory })
}

function readBuild(directory: string): Release {
  return z.parse(Release, JSON.parse(readFileSync(join(directory, 'release.json'), 'utf8')))
}
