import { withTimeout } from '@encre/protocol/timeout'
import type { Session } from './session.ts'
import { TenantError, type TenantSettings } from './tenant.ts'

/** Milliseconds. Rspack would wait two minutes for a file that never arrives. A slow network needs a few seconds for it. */
export const sdkTimeoutMs = 30_000

let session: Promise<Session> | null = null

/**
 * Loads Auth0's SDK, a chunk of its own, and starts the one session of this page. Throws `TenantError`: 'network' if the chunk does not load or
 * does not arrive in time. The next call requests it again, or waits for the same request.
 */
export function importSession(settings: TenantSettings): Promise<Session> {
  session ??= start(settings).catch((error) => {
    session = null
    throw error
  })
  return session
}

async function start(settings: TenantSettings): Promise<Session> {
  const { startSession } = await requireChunk(import(/* webpackChunkName: "session" */ './session.ts'))
  try {
    return startSession(settings)
  } catch (error) {
    throw new TenantError('unknown', { cause: error })
  }
}

/** Waits for a chunk of the session. Throws a `TenantError` 'network' if it does not load or does not arrive in time. */
export function requireChunk<Module>(loading: Promise<Module>): Promise<Module> {
  return withTimeout(loading, sdkTimeoutMs, "the session's SDK").catch((error) => {
    throw new TenantError('network', { cause: error })
  })
}
