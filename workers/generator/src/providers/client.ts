import OpenAI from 'openai'
import type { Bindings } from '../bindings.ts'

/** The SDK without retries: they send no idempotency key and could be billed twice. */
export function createClient({ OPENAI_API_KEY, OPENAI_BASE_URL }: Pick<Bindings, 'OPENAI_API_KEY' | 'OPENAI_BASE_URL'>, timeoutMs: number) {
  return new OpenAI({
    apiKey: OPENAI_API_KEY,
    baseURL: OPENAI_BASE_URL,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: fetchWithoutRedirect,
  })
}

// Redirects are not followed: they would send the key and the member's text to an address that nobody configured.
// The SDK looks for `Response` on its fetch, and otherwise fetches `data:,` before each upload to get the class.
const fetchWithoutRedirect = Object.assign(
  (input: RequestInfo | URL, init?: RequestInit) => fetch(input, { ...init, redirect: 'manual' }),
  { Response },
)
