import type { Registry } from '@encre/registry-client'
import { installedChromium } from '../lib/chromium.ts'
import { findMember } from './check-member.ts'
import { Refusal } from './explain.ts'
import { findMountFailures } from './mount-check.ts'
import { findMisfits, readRelease } from './release-check.ts'

/** Throws with every reason why the build may not go live. Nothing of it has left this machine then, but to ask. */
export async function passGate(
  registry: Registry,
  remote: string,
  directory: string,
  { withoutMount }: { withoutMount?: string | undefined },
): Promise<void> {
  const misfits = await findMisfits(registry, directory)
  if (misfits.length > 0) throw new Refusal(remote, misfits)
  if (withoutMount) return

  const executablePath = installedChromium()
  if (!executablePath) {
    throw new Refusal(remote, [
      'no Chromium is here to try it in: install one or name it (CHROMIUM=/path), or say why it needs no trial: --without-mount "why"',
    ])
  }
  const member = await findMember(registry.origin)
  if (!member) console.log('Tried as a visitor only: ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD name a member to try it as.')
  const failures = await findMountFailures({ origin: registry.origin, directory, release: readRelease(directory), executablePath, member })
  if (failures.length > 0) throw new Refusal(remote, failures)
}
