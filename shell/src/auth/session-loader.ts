import type { Session } from './start-session.ts'
import { TenantError, type TenantSettings } from './tenant.ts'

let session: Promise<Session> | null = null

/**
 * Loads Auth0's SDK and starts the one session of this page. Throws `TenantError`; the next call
 * requests the chunk again.
 */
export function importSession(settings: TenantSettings): Promise<Session> {
  session ??= start(settings).catch((error) => {
    session = null
    throw error
  })
  return session
}

async function start(settings: TenantSettings): Promise<Session> {
  const { startSession } = await requireChunk(
    import(/* webpackChunkName: "session" */ './start-session.ts'),
  )
  try {
    return startSession(settings)
  } catch (error) {
    throw new TenantError('unknown', { cause: error })
  }
}

export function requireChunk<Module>(loading: Promise<Module>): Promise<Module> {
  return loading.catch((error) => {
    throw new TenantError('network', { cause: error })
  })
}
