import { log, logError } from '@encre/worker/log'
import { listFeatures } from './features/features.ts'
import { daysAgo, healthReportDays, pageErrorDays, vitalsDays } from './lifetimes.ts'
import { judgeCanary } from './registry/channels/judge-canary.ts'
import { readLiveRemotes, updateLiveRemotes } from './registry/releases/live-remotes.ts'
import { readShellVersion, recordLiveShell } from './registry/shells/shells-store.ts'

/**
 * The site's cron: calls every worker's sweep in parallel and logs a line for each. A sweep that
 * fails stops no other.
 */
export async function sweepAll(env: Env): Promise<void> {
  await Promise.all([
    runSweep('shell', () => sweepRegistry(env)),
    runSweep('shell insight', () => sweepInsight(env)),
    ...listFeatures(env).map(({ name, worker }) => runSweep(name, () => worker.sweep())),
  ])
}

async function runSweep(
  worker: string,
  sweep: () => Promise<Record<string, number>>,
): Promise<void> {
  try {
    log('sweep', { worker, ...(await sweep()) })
  } catch (error) {
    logError(error, { worker, event: 'sweep' })
  }
}

/** Days that the composition ids in logs and error reports can be looked up. */
const compositionDays = 90

/**
 * Judges the active canaries, records which shell is live, and deletes what is too old. Resolves to
 * the numbers of deleted rows.
 */
export async function sweepRegistry(env: Env): Promise<Record<string, number>> {
  await updateLiveRemotes(env)
  // Reports of success change the rates too. There are too many to check a canary after each one.
  for (const { remote, canary } of (await readLiveRemotes(env)) ?? [])
    if (canary) await judgeCanary(env, remote)
  await recordLiveShell(env.DB, await readShellVersion(env))
  return {
    compositions: await deleteBefore(
      env.DB,
      'compositions',
      'live_until',
      daysAgo(compositionDays),
    ),
    previews: await deleteBefore(env.DB, 'previews', 'expires_at', daysAgo(0)),
    sessions: await deleteBefore(env.DB, 'operator_sessions', 'expires_at', daysAgo(0)),
    healthReports: await deleteBefore(env.DB, 'health_reports', 'at', daysAgo(healthReportDays)),
  }
}

export async function sweepInsight(env: Env): Promise<Record<string, number>> {
  return {
    pageErrors: await deleteBefore(env.DB, 'page_errors', 'last_at', daysAgo(pageErrorDays)),
    vitals: await deleteBefore(env.DB, 'web_vitals', 'day', daysAgo(vitalsDays).slice(0, 10)),
  }
}

async function deleteBefore(
  db: D1Database,
  table: string,
  column: string,
  date: string,
): Promise<number> {
  const { meta } = await db.prepare(`delete from ${table} where ${column} < ?`).bind(date).run()
  return meta.changes
}
