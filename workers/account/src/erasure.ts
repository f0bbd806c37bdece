import { UnavailableError } from '@encre/worker/dependencies'
import { isUnreachable, type MemberEnv, verifyTenantToken } from '@encre/worker/member'
import { isDoneSoon } from '@encre/worker/places'
import { problem } from '@encre/worker/problem'
import type { Context } from 'hono'
import type { Bindings } from './bindings.ts'
import type { Erasure, ErasureRequest } from './contract.ts'
import { addToErasureList, hasErasure, recordErasure } from './erasures-store.ts'
import { eraseExports } from './export/exports-store.ts'
import { listFeatureData } from './feature-data.ts'
import { refusePassword } from './password.ts'
import { type Settings, settingsOf } from './settings.ts'
import { fetchProfile } from './tenant/call-tenant.ts'
import { deleteTenantUser } from './tenant/management.ts'
import { deleteUser } from './users-store.ts'

// An account's erasure: its proof, and the order of its steps. `me.ts` answers the page
// (`remotes/account/src/erasure/erase-account.tsx`), `sweep.ts` repeats it for who came back. Each
// feature's part is `eraseMember` of its `rpc.ts`.

/**
 * What the browser deletes with the account. The cache has the member's images, whose addresses are
 * valid for hours.
 */
const clearedSiteData = '"cache", "cookies", "storage"'

/** Deletes the account of a member who has just proved that it is theirs. */
export async function answerErasure(
  c: Context<MemberEnv<Bindings>>,
  { body: proof }: { body: ErasureRequest | undefined },
) {
  // A page without the form for the proof sends no body. It tells the member to refresh the page.
  if (!proof) return problem(c, 412, 'failed-precondition')

  const refused = await refuseProof(c, proof)
  if (refused) return refused
  const erasing = eraseMember(c.env, c.var.memberId)
  // A page that gives up waiting asks again. Meanwhile the work goes on.
  c.executionCtx.waitUntil(erasing.catch(() => {}))
  const erasure = await erasing
  c.header('Clear-Site-Data', clearedSiteData)
  return c.json<Erasure>(erasure)
}

async function refuseProof(c: Context<MemberEnv<Bindings>>, { password, idToken }: ErasureRequest) {
  const { memberId } = c.var
  // A page that did not get the answer asks again. The tenant has no such member any more, so
  // nothing can be proved.
  if (await hasErasure(c.env.DB, memberId)) return null
  if (idToken !== undefined && (await isFreshSignIn(settingsOf(c.env), { memberId, idToken })))
    return null
  // Without a client of its own this worker cannot check a password.
  if (password === undefined || settingsOf(c.env).tenant.clientId === null)
    return problem(c, 403, 'sign-in-required')
  const refused = await refusePassword(c, password)
  // Another request may have deleted the sign-in in the meantime, and with it every proof.
  const isGone = refused && (await isSignInGone(c))
  return isGone ? null : refused
}

/** Waits for the record that follows the deletion of a sign-in. */
async function isSignInGone(c: Context<MemberEnv<Bindings>>): Promise<boolean> {
  const { memberId, accessToken } = c.var
  if (await fetchProfile(settingsOf(c.env).tenant, accessToken)) return false
  return isDoneSoon(() => hasErasure(c.env.DB, memberId))
}

/**
 * The export, the data in each feature, the account's own rows, the list for a restore; the sign-in
 * at the tenant comes last, so that after a failure the member can sign in and try
 * again. Every step can be repeated.
 */
export async function eraseMember(env: Bindings, memberId: string): Promise<Erasure> {
  await eraseData(env, memberId)
  // Before the sign-in is deleted: afterwards the member could not repeat the request.
  await addToErasureList(env.ERASURES, memberId)
  // Without credentials for the Management API the sign-in cannot be deleted.
  const { tenant } = settingsOf(env)
  if (tenant.clientId === null) return { signInErased: false }
  await deleteTenantUser(tenant, memberId)
  await recordErasure(env.DB, memberId)
  // Another tab may have used its token meanwhile. From here on no export can be created.
  await eraseAccount(env, memberId)
  return { signInErased: true }
}

/** Deletes the export first, because a running export would copy the data during its deletion. */
export async function eraseData(env: Bindings, memberId: string): Promise<void> {
  await eraseExports(env, memberId)
  for (const { name, data } of listFeatureData(env)) {
    await data.eraseMember(memberId).catch((cause: unknown) => {
      throw new UnavailableError(`${name} did not erase a member`, { cause })
    })
  }
  await eraseAccount(env, memberId)
}

/**
 * Deletes this worker's own data. The user first, so that no token of a deleted account creates
 * another export.
 */
export async function eraseAccount(env: Bindings, memberId: string): Promise<void> {
  await deleteUser(env.DB, memberId)
  await eraseExports(env, memberId)
}

/** A sign-in counts as fresh for this time. The page asks the tenant for a new one just before. */
export const freshSignInMs = 5 * 60 * 1000

/**
 * `auth_time` is the time of the sign-in itself: a token that was renewed silently keeps the old
 * one.
 */
async function isFreshSignIn(
  { domains, siteClientId }: Pick<Settings, 'domains' | 'siteClientId'>,
  { memberId, idToken }: { memberId: string; idToken: string },
): Promise<boolean> {
  try {
    const claims = await verifyTenantToken(idToken, {
      domains,
      audience: siteClientId,
    })
    const { sub, auth_time: seconds } = claims
    return (
      sub === memberId && typeof seconds === 'number' && Date.now() - seconds * 1000 < freshSignInMs
    )
  } catch (cause) {
    if (isUnreachable(cause))
      throw new UnavailableError('the tenant offers no usable key', { cause })
    return false
  }
}
