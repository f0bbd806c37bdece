import { daysAgo } from '../days-ago.ts'
import { healthReportDays } from '../lifetimes.ts'
import { readLiveRemotes, updateLiveRemotes } from './channels/live-remotes.ts'
import { deleteCompositionsBefore } from './composition/compositions-store.ts'
import { endFailingCanary } from './health-reports/failing-canary.ts'
import { deleteHealthReportsBefore } from './health-reports/health-reports-store.ts'
import { rampCanary } from './health-reports/ramp-canary.ts'
import { readShellVersion } from './shells/deployed-shell.ts'
import { recordLiveShell } from './shells/shells-store.ts'

/** Days that the composition ids in logs and error reports can be looked up. */
const compositionDays = 90

/** Judges the active canaries, records which shell is live, and deletes what is too old. Resolves to the numbers of deleted rows. */
export async function sweepRegistry(env: Env): Promise<Record<string, number>> {
  await updateLiveRemotes(env)
  // Reports of success change the rates too. There are too many to check a canary after each one.
  for (const { remote, canary } of (await readLiveRemotes(env)) ?? []) if (canary) await judgeCanary(env, remote)
  await recordLiveShell(env.DB, await readShellVersion(env))
  return {
    compositions: await deleteCompositionsBefore(env.DB, daysAgo(compositionDays)),
    healthReports: await deleteHealthReportsBefore(env.DB, daysAgo(healthReportDays)),
  }
}

async function judgeCanary(env: Env, remote: string): Promise<void> {
  await endFailingCanary(env, remote)
  await rampCanary(env, remote)
}
