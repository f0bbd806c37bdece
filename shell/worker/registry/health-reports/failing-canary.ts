import { log } from '@encre/worker/log'
import { changeChannel, getChannel } from '../channels/channels-store.ts'
import { updateLiveRemotes } from '../channels/live-remotes.ts'
import { countHealthReports } from './health-reports-store.ts'
import { minimumReports } from './minimum-reports.ts'

/** How much higher the failure rate of a canary may be than that of the current version. */
const margin = 0.1

/** Ends a canary that fails clearly more often than the current version, and writes the reason to the history. */
export async function endFailingCanary(env: Env, remote: string): Promise<void> {
  const { current, previous, canary, revision } = await getChannel(env.DB, remote)
  if (!current || !canary) return
  const [canaryReports, currentReports] = await Promise.all([
    countHealthReports(env.DB, remote, canary.version),
    countHealthReports(env.DB, remote, current),
  ])
  if (canaryReports.visitors < minimumReports) return
  const failures = rate(canaryReports, 'failed') - rate(currentReports, 'failed')
  // Pages of a healthy version fall silent too, when a browser is killed.
  const silences = Math.max(0, rate(canaryReports, 'silent') - rate(currentReports, 'silent'))
  if (failures + silences <= margin) return

  const reason = `${describe(canary.version, canaryReports)}, ${describe(current, currentReports)}`
  const ended = await changeChannel(env.DB, remote, revision, {
    action: 'rollback',
    version: current,
    replaced: canary.version,
    author: 'automatic',
    reason,
    next: { current, previous, canary: null },
  })
  if (!ended) return
  log('canary ended', { remote, version: canary.version, reason })
  await updateLiveRemotes(env)
}

type Counts = Awaited<ReturnType<typeof countHealthReports>>

function rate(counts: Counts, kind: 'failed' | 'silent'): number {
  return counts[kind] / Math.max(counts.visitors, minimumReports)
}

function describe(version: string, { visitors, failed, silent }: Counts): string {
  return `${version} failed for ${failed} of ${visitors} visitors${silent > 0 ? ` and fell silent for ${silent}` : ''}`
}
