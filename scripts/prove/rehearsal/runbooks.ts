import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { installDebianPackages } from '../../lib/programs.ts'
import { ExpectedError } from '../../lib/run-command.ts'
import { dataRunbooks } from './data-runbooks.ts'
import type { Rehearsal } from './rehearsal.ts'
import { type Runbook, waitForHealth } from './runbook.ts'
import { serviceRunbooks } from './service-runbooks.ts'
import { workerRunbooks } from './worker-runbooks.ts'

/** Before the site opens: what blocks this process lets its connections die unnoticed. */
export function requirePromtool(): void {
  const isThere = () => !spawnSync('promtool', ['--version']).error
  if (!isThere()) installDebianPackages(['prometheus'], console.log)
  if (!isThere()) throw new ExpectedError('promtool of Prometheus is needed: install prometheus')
}

export async function createSite(rehearsal: Rehearsal): Promise<string> {
  await rehearsal.npm('provision', '--env', 'production')
  rehearsal.commit('the ids of the databases')
  const plan = await rehearsal.npm('deploy', 'gallery', '--plan')
  assert.match(plan, /first deployment[\s\S]*0001_[\s\S]*bundle: gzip: [\d.]+ KiB/)
  assert.equal(rehearsal.account.fake.scripts.size, 0)
  await rehearsal.npm('deploy', '--all')
  const again = await rehearsal.npm('provision', '--env', 'production', '--plan')
  assert.match(again, /database encre-gallery: found/)
  await waitForHealth(rehearsal, (health) => !health.includes('fail '))
  assert.equal((await fetch(rehearsal.origin)).status, 200)
  return 'the home page opens, and every part is healthy'
}

/** In this order: a later one needs what an earlier one left, such as backups. */
export const runbooks: Runbook[] = [...workerRunbooks, ...dataRunbooks, ...serviceRunbooks]
