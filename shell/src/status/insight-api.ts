import { Insight, InsightErrors, insightPath } from '@encre/protocol/insight'

const timeoutMs = 20_000

/** What the operators' page shows. */
export interface Status {
  insight: Insight
  errors: InsightErrors['errors']
}

/** Reads the status of the last `days`. Null without a session. Throws when the site does not answer. */
export async function readStatus(days: number): Promise<Status | null> {
  const [insight, errors] = await Promise.all([ask(`?days=${days}`), ask(`/errors?days=${days}`)])
  if (insight.status === 401 || errors.status === 401) return null
  return { insight: Insight.parse(await readJson(insight)), errors: InsightErrors.parse(await readJson(errors)).errors }
}

/** Starts a session with a token. Resolves to the reason when the site refuses. Throws when the site does not answer. */
export async function signIn(token: string): Promise<'signed-in' | 'unknown-token' | 'too-many-attempts'> {
  const response = await ask('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  if (response.ok) return 'signed-in'
  if (response.status === 429) return 'too-many-attempts'
  if (response.status === 401 || response.status === 400) return 'unknown-token'
  throw new Error(`the sign-in was answered ${response.status}`)
}

export async function signOut(): Promise<void> {
  await ask('/session', { method: 'DELETE' })
}

function ask(path: string, init?: RequestInit): Promise<Response> {
  return fetch(`${insightPath}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) })
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url} was answered ${response.status}`)
  return response.json()
}
