import { UnavailableError } from '@encre/worker/unavailable-error'
import type * as z from 'zod/mini'

/** Milliseconds that the tenant has for an answer. */
const deadline = 10_000

export type TenantEnv = Pick<
  Env,
  'AUTH0_DOMAIN' | 'AUTH0_CONNECTION' | 'AUTH0_MGMT_AUDIENCE' | 'AUTH0_M2M_CLIENT_ID' | 'AUTH0_M2M_CLIENT_SECRET'
>

/** Asks the tenant. Throws `UnavailableError` when no answer comes, or one that blames the tenant itself. */
export async function callTenant(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(deadline) }).catch((cause: unknown) => {
    throw new UnavailableError(`no answer from ${url}`, { cause })
  })
  if (response.status >= 500) throw new UnavailableError(`${url} answered ${response.status}`)
  return response
}

/** A POST or PATCH of JSON, as `callTenant`. */
export function sendTenant(method: 'POST' | 'PATCH', url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return callTenant(url, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
}

/** The tenant's JSON as `schema` reads it; an answer that is anything else is a tenant that cannot be used. */
export async function readTenant<Schema extends z.ZodMiniType>(response: Response, schema: Schema): Promise<z.infer<Schema>> {
  const body: unknown = await response.json().catch(() => undefined)
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new UnavailableError(`${response.url} answered ${response.status} with something else`, { cause: parsed.error })
}
