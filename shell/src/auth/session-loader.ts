import type { Session } from './session.ts'
import { TenantError, type TenantSettings } from './tenant.ts'

let session: Promise<Session> | null = null

/**
 * Loads Auth0's SDK, a chunk of its own, and starts the one session of this page. Throws `TenantError`: 'network' if the chunk does not
 * arrive. The next call requests it again, or waits for the same request.
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

/** Waits for a chunk of the session. Throws a `TenantError` 'network' if it does not arrive. */
export function requireChunk<Module>(loading: Promise<Module>): Promise<Module> {
  return loading.catch((error) => {
    throw new TenantError('network', { cause: error })
  })
}
