import { parentPath } from '@encre/protocol/route-match'
import type { RemoteRoute } from './page-manifest.ts'

/** Milliseconds that an answer may take. The remote then asks again itself. */
const prefetchTimeoutMs = 8000

/** By address. Each answer is handed out once. */
const answers = new Map<string, Promise<Response>>()

/**
 * Requests what the opened page's route declares as `prefetch`. A page with a query shows something
 * else.
 */
export function startPrefetch(
  route: RemoteRoute | undefined,
  location: Pick<Location, 'pathname' | 'search'>,
  token: string,
): void {
  if (!route?.prefetch || location.search !== '') return
  const id = location.pathname.slice(parentPath(route.path).length + 1)
  const own = route.prefetch
    .filter((path) => path.startsWith(`/api/${route.remote.name}/`))
    .map((path) => path.replace(':id', id))
  const compositionId = document.documentElement.dataset.composition
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    ...(compositionId && { 'x-composition-id': compositionId }),
  }
  for (const path of own) {
    const answer = fetch(path, { headers, signal: AbortSignal.timeout(prefetchTimeoutMs) })
    // The remote that takes it handles a rejection.
    answer.catch(() => {})
    answers.set(path, answer)
  }
}

/**
 * The answer to a GET of this address, for the first caller; null for the others and for an address
 * that was not requested.
 */
export function takePrefetched(path: string): Promise<Response> | null {
  const answer = answers.get(path) ?? null
  answers.delete(path)
  return answer
}

/**
 * Drops what nobody has taken: another page asks for the state of its own time, and another member
 * for their own data.
 */
export function dropPrefetched(): void {
  answers.clear()
}
