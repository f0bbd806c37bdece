import { UnavailableError } from '@encre/worker/dependencies'
import * as z from 'zod/mini'
import type { Tenant } from '../settings.ts'

const tenantTimeoutMs = 10_000

/**
 * Sends a request to the tenant. Throws `UnavailableError` without an answer, or for a status of
 * 500 and more.
 */
export async function callTenant(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(tenantTimeoutMs),
  }).catch((cause: unknown) => {
    throw new UnavailableError(`no answer from ${url}`, { cause })
  })
  if (response.status >= 500) throw new UnavailableError(`${url} answered ${response.status}`)
  return response
}

/** Like `callTenant`, with a JSON body. */
export function sendTenant(
  method: 'POST' | 'PATCH',
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return callTenant(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** Parses the tenant's JSON with `schema`. Throws `UnavailableError` for any other answer. */
export async function readTenant<Schema extends z.ZodMiniType>(
  response: Response,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const body: unknown = await response.json().catch(() => undefined)
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new UnavailableError(
    `${response.url} answered ${response.status} with an unexpected body`,
    { cause: parsed.error },
  )
}

const Profile = z.object({ sub: z.string(), email: z.string(), name: z.optional(z.string()) })
export type Profile = z.infer<typeof Profile>

/**
 * The profile of the token's member. Null if the tenant refuses the token: it was revoked, or the
 * account is deleted.
 */
export async function fetchProfile(
  { origin }: Pick<Tenant, 'origin'>,
  accessToken: string,
): Promise<Profile | null> {
  const response = await callTenant(`${origin}/userinfo`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  if (response.status === 401 || response.status === 403) return null
  if (response.status !== 200) throw new UnavailableError(`/userinfo answered ${response.status}`)
  return readTenant(response, Profile)
}
