import type { Registry } from '@encre/registry-client'
import { installedChromium } from '../lib/chromium.ts'
import { findMember } from './check-member.ts'
import { ReleaseRefusedError } from './explain.ts'
import { findMountFailures } from './mount-check.ts'
import { findIncompatibilities, readRelease } from './release-check.ts'

/** Runs the release checks on a build before anything is uploaded. Throws a `ReleaseRefusedError` with all reasons against the release. */
export async function requireReleasable(
  registry: Registry,
  remote: string,
  directory: string,
  { withoutMount, dropRoutes }: { withoutMount?: string | undefined; dropRoutes?: string[] | undefined },
): Promise<void> {
  const incompatibilities = await findIncompatibilities(registry, directory, dropRoutes)
  if (incompatibilities.length > 0) throw new ReleaseRefusedError(remote, incompatibilities)
  if (withoutMount) return

  const executablePath = installedChromium()
  if (!executablePath) {
    throw new ReleaseRefusedError(remote, [
      'the check needs a Chromium. Install one or name it with CHROMIUM=/path, or give a reason to release without: --without-mount "why"',
    ])
  }
  const member = await findMember(registry.origin)
  if (!member) console.log('Checked as a visitor only. Set ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD to check it as a member too.')
  const failures = await findMountFailures({ origin: registry.origin, directory, release: readRelease(directory), executablePath, member })
  if (failures.length > 0) throw new ReleaseRefusedError(remote, failures)
}
