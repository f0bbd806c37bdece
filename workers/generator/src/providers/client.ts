import OpenAI from 'openai'
import type { Bindings } from '../bindings.ts'

/** The SDK without a policy of its own: its silent retries send no idempotency key and could bill twice. */
export function createClient({ OPENAI_API_KEY, OPENAI_BASE_URL }: Pick<Bindings, 'OPENAI_API_KEY' | 'OPENAI_BASE_URL'>, timeout: number) {
  return new OpenAI({
    apiKey: OPENAI_API_KEY,
    baseURL: OPENAI_BASE_URL,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout,
    logLevel: 'off',
    fetch: fetchWithoutRedirect,
  })
}

// A redirect would carry the key and the member's text to an address that nobody configured.
// With `Response` beside it, as the SDK would otherwise look for its class by fetching `data:,` before each upload.
const fetchWithoutRedirect = Object.assign(
  (input: RequestInfo | URL, init?: RequestInit) => fetch(input, { ...init, redirect: 'manual' }),
  { Response },
)
