import type { PageManifest } from '@encre/protocol/page-manifest'
import type { Verdict } from '@encre/protocol/writer'

export type TenantSettings = PageManifest['auth']

export const sessionCookieDays = 7

/**
 * True when the SDK has noted in a cookie that this browser was signed in. The site's worker reads
 * the cookie too.
 */
export function hasSessionCookie(clientId: string): boolean {
  if (typeof document === 'undefined') return false
  return document.cookie
    .split('; ')
    .some((cookie) => cookie.startsWith(`auth0.${clientId}.is.authenticated=`))
}

/**
 * A refusal by the tenant. `code` is Auth0's own code, `network` if no answer came, or `unknown` for
 * an answer that is not the tenant's.
 */
export class TenantError extends Error {
  override name = 'TenantError'
  constructor(
    readonly code: string,
    options?: ErrorOptions,
    readonly reason?: string,
  ) {
    super(code, options)
  }
}

/** What a failed request says about its write, for `createWriter`. */
export function judgeTenant(error: unknown): Verdict {
  const isLost = error instanceof TenantError && ['network', 'unknown'].includes(error.code)
  return isLost ? 'lost' : 'refused'
}

export async function reachTenant(settings: TenantSettings): Promise<void> {
  await request(`${tenantOrigin(settings)}/.well-known/jwks.json`, {
    method: 'HEAD',
    mode: 'no-cors',
  })
}

export function tenantOrigin({ domain }: TenantSettings): string {
  return domain.includes('://') ? domain : `https://${domain}`
}

const tenantTimeoutMs = 15_000

/** Throws a `TenantError` if no answer comes. */
export async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(tenantTimeoutMs) })
  } catch (error) {
    throw new TenantError('network', { cause: error })
  }
}
