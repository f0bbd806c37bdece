import { healthReportDays } from '../lifetimes.ts'
import { readRegistry, refreshRegistry } from './channels/live-remotes.ts'
import { deleteCompositionsBefore } from './composition/compositions-store.ts'
import { endBadCanary } from './health-reports/bad-canary.ts'
import { deleteOutcomesBefore } from './health-reports/health-reports-store.ts'
import { readShellVersion } from './shells/deployed-shell.ts'
import { noteLiveShell } from './shells/shells-store.ts'

/** Days for which a composition id in a log or an error report can still be looked up, and for which votes are kept. */
const compositionDays = 90

export async function sweepRegistry(env: Env): Promise<Record<string, number>> {
  await refreshRegistry(env)
  // Good votes decide too, and are too many to look at one by one.
  for (const { remote, canary } of (await readRegistry(env)) ?? []) if (canary) await endBadCanary(env, remote)
  await noteLiveShell(env.DB, await readShellVersion(env))
  return {
    compositions: await deleteCompositionsBefore(env.DB, daysAgo(compositionDays)),
    outcomes: await deleteOutcomesBefore(env.DB, daysAgo(healthReportDays)),
  }
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000)
}
