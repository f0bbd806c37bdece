import Cloudflare, { APIConnectionError, APIError } from 'cloudflare'
import { ExpectedError, explainError } from '../../lib/run-command.ts'

/**
 * An account at Cloudflare, as its official SDK reads it. wrangler uses the same address, token and
 * account.
 */
export interface Account {
  client: Cloudflare
  id: string
}

export function readAccount({
  CLOUDFLARE_API_TOKEN,
  CLOUDFLARE_ACCOUNT_ID,
  CLOUDFLARE_API_BASE_URL,
}: NodeJS.ProcessEnv): Account {
  if (!CLOUDFLARE_API_TOKEN || !CLOUDFLARE_ACCOUNT_ID) {
    throw new ExpectedError(
      'Set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID: docs/operations.md names the rights of the token. Nothing has changed.',
    )
  }
  const client = new Cloudflare({
    apiToken: CLOUDFLARE_API_TOKEN,
    ...(CLOUDFLARE_API_BASE_URL && { baseURL: CLOUDFLARE_API_BASE_URL }),
  })
  return { client, id: CLOUDFLARE_ACCOUNT_ID }
}

/** The id of a database. Null if the account has none of this name. */
export async function findDatabase({ client, id }: Account, name: string): Promise<string | null> {
  const databases = await Array.fromAsync(client.d1.database.list({ account_id: id, name }))
  return databases.find((database) => database.name === name)?.uuid ?? null
}

/** Where a bucket is, as each request about it says. */
export const placeOf = (
  { id }: Account,
  { jurisdiction }: { jurisdiction?: 'eu' | 'fedramp' | undefined },
) => ({ account_id: id, ...(jurisdiction && { 'cf-r2-jurisdiction': jurisdiction }) })

export async function orNull<Result>(
  request: PromiseLike<Result>,
  statuses = [404],
): Promise<Result | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof APIError && statuses.includes(error.status ?? 0)) return null
    throw error
  }
}

export function explainAccountError(error: unknown): unknown {
  if (error instanceof APIConnectionError)
    return `Cloudflare does not answer (${error.message}). Check the network, then run this again.`
  if (!(error instanceof APIError)) return explainError(error)
  const remedy = [401, 403].includes(error.status ?? 0)
    ? 'Check CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID: docs/operations.md names the rights of the token.'
    : 'Run this again. www.cloudflarestatus.com names failures of Cloudflare.'
  return `Cloudflare refused a request: ${error.message}\n${remedy}`
}
