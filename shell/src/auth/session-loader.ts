import type { Session } from './start-session.ts'
import { TenantError, type TenantSettings } from './tenant.ts'

let session: Promise<Session> | null = null

/**
 * Loads Auth0's SDK and starts the one session of this page. Resolves once the tenant has been
 * asked: the SDK asks in two or three short tasks, which would wait while the app's long one runs.
 * Throws `TenantError`; the next call requests the chunk again.
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
  const session = startSession(settings)
  await session.asked
  return session
}

export function requireChunk<Module>(loading: Promise<Module>): Promise<Module> {
  return loading.catch((error) => {
    throw new TenantError('network', { cause: error })
  })
}
