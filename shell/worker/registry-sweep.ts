import { refreshRegistry } from './registry.ts'
import { deleteCompositionsBefore } from './registry-store.ts'

/** Days for which a composition id in a log or an error report can still be looked up. */
const compositionDays = 90

export async function sweepRegistry(env: Env): Promise<Record<string, number>> {
  await refreshRegistry(env)
  return { compositions: await deleteCompositionsBefore(env.DB, new Date(Date.now() - compositionDays * 86_400_000)) }
}
