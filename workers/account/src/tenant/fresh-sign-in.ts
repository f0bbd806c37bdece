import { isUnreachable, verifyTenantToken } from '@encre/worker/tenant-token'
import { UnavailableError } from '@encre/worker/unavailable-error'

/** A sign-in counts as fresh for this time. The page asks the tenant for a new one just before. */
export const freshSignInMs = 5 * 60 * 1000

/**
 * Whether an ID token shows that this member signed in at the tenant a moment ago. `auth_time` is the time of the sign-in itself: a
 * token that was renewed silently keeps the old one.
 */
export async function isFreshSignIn(
  env: Pick<Env, 'AUTH0_DOMAIN' | 'AUTH0_CLIENT_ID'>,
  { memberId, idToken }: { memberId: string; idToken: string },
): Promise<boolean> {
  try {
    const claims = await verifyTenantToken(idToken, { domains: env.AUTH0_DOMAIN, audience: env.AUTH0_CLIENT_ID })
    const { sub, auth_time: seconds } = claims
    return sub === memberId && typeof seconds === 'number' && Date.now() - seconds * 1000 < freshSignInMs
  } catch (cause) {
    if (isUnreachable(cause)) throw new UnavailableError('the tenant offers no usable key', { cause })
    return false
  }
}
