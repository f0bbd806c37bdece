import Cloudflare from 'cloudflare'
import { SettingsError } from '../lib/settings.ts'

/** An account at Cloudflare, as its official SDK reads it. wrangler uses the same address, token and account. */
export interface Account {
  client: Cloudflare
  id: string
}

/** Reads the account from the environment of the command. Throws a sentence that names what is missing. */
export function readAccount({ CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_BASE_URL }: NodeJS.ProcessEnv): Account {
  if (!CLOUDFLARE_API_TOKEN || !CLOUDFLARE_ACCOUNT_ID) {
    throw new SettingsError(
      'Set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID: docs/operations.md names the rights of the token. Nothing has changed.',
    )
  }
  const client = new Cloudflare({ apiToken: CLOUDFLARE_API_TOKEN, ...(CLOUDFLARE_API_BASE_URL && { baseURL: CLOUDFLARE_API_BASE_URL }) })
  return { client, id: CLOUDFLARE_ACCOUNT_ID }
}
