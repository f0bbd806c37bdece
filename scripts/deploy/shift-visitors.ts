import { setTimeout as wait } from 'node:timers/promises'
import { ContractShape as ContractSchema, findContractGaps } from '@encre/protocol/contract-shape'
import * as z from 'zod/mini'
import type { Account } from '../cloudflare/account.ts'
import { runWrangler } from '../lib/processes.ts'
import { readReleasedContract } from '../lib/released-contracts.ts'
import { ExpectedError } from '../lib/run-command.ts'
import type { DeployedWorker } from './plan-deployment.ts'

export interface DeployTools {
  account: Account
  say: (sentence: string) => void
  /** Asks the deployed site. */
  fetchSite: typeof fetch
  /** How long a share of the visitors has the new version before the next share follows. */
  stepMs?: number
  /** How long a version may take to become healthy: until every place of Cloudflare's network knows it. */
  timeoutMs?: number
}

/** The shares of the visitors that get a new version, one after the other. */
export const shares = [10, 50, 100]
const attemptMs = 2_000

/** Checks a version that nobody gets, then gives it to more and more visitors. On a failure everyone has the old version again. */
export async function shiftVisitors(worker: DeployedWorker, from: string, to: string, tools: DeployTools): Promise<void> {
  const { say, stepMs = 30_000 } = tools
  try {
    await setShares(worker, [`${from}@100`, `${to}@0`])
    await requireHealthyVersion(worker, to, tools)
    await requireContract(worker, to, tools)
    for (const share of shares) {
      await setShares(worker, share === 100 ? [`${to}@100`] : [`${from}@${100 - share}`, `${to}@${share}`])
      say(`${worker.worker}: ${share} % have ${to}`)
      if (share < 100) await wait(stepMs)
      await requireHealthyVersion(worker, to, tools)
    }
  } catch (error) {
    const back = `Give everyone ${from}: wrangler versions deploy ${from}@100% --name ${worker.name}\n${messageOf(error)}`
    await step(worker.worker, `may still have visitors with ${to}`, back, () => setShares(worker, [`${from}@100`]))
    say(`${worker.worker}: everyone has ${from} again`)
    throw error
  }
}

/** Gives the versions their shares of the visitors, each as `<version>@<percent>`. */
export async function setShares({ name }: DeployedWorker, versions: string[]): Promise<void> {
  await runWrangler(['versions', 'deploy', ...versions, '--name', name, '--yes'])
}

/**
 * Waits until one version of a worker is healthy, whatever share of the visitors it has: Cloudflare sends a request with the override to
 * exactly that version, also behind the shell. Throws with its last answer.
 */
export async function requireHealthyVersion(worker: DeployedWorker, version: string, tools: DeployTools): Promise<void> {
  const { fetchSite, timeoutMs = 60_000 } = tools
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const last = await readHealth(worker, version, fetchSite)
    if (last === 'ok') return
    if (Date.now() >= deadline) throw new ExpectedError(`${worker.worker} ${version} is not healthy: ${last}`)
    await wait(Math.min(attemptMs, timeoutMs))
  }
}

async function readHealth(worker: DeployedWorker, version: string, fetchSite: typeof fetch): Promise<string> {
  try {
    const response = await ask(worker, version, 'health', fetchSite)
    const text = await response.text()
    const answered = response.headers.get('worker-version')
    if (answered !== version) return `version ${answered || 'unknown'} has answered`
    return isWell(worker.worker, text) ? 'ok' : `${response.status}\n${text}`
  } catch (error) {
    return String(error)
  }
}

/** Whether the worker itself is well. A provider, tenant or other worker that is down says nothing about a version. */
function isWell(worker: string, text: string): boolean {
  const own = text.split('\n').filter((line) => line.split(' ')[1] === worker)
  return own.length > 0 && own.every((line) => !/^fail \S+ (?!provider|tenant)/.test(line))
}

/** Throws if a version of the worker no longer offers what released pages need. */
async function requireContract(worker: DeployedWorker, version: string, { fetchSite }: DeployTools): Promise<void> {
  const released = worker.worker === 'shell' ? null : readReleasedContract(worker.worker)
  if (!released) return
  const response = await ask(worker, version, 'contract', fetchSite)
  if (!response.ok) throw new ExpectedError(`The contract of ${worker.worker} ${version} cannot be read: ${response.status}`)
  refuseGaps(worker.worker, findContractGaps(released, z.parse(ContractSchema, await response.json())))
}

/** Throws if released pages of the remote need what is listed. */
export function refuseGaps(worker: string, gaps: string[]): void {
  if (gaps.length === 0) return
  throw new ExpectedError(
    `${worker} is refused: released pages of its remote need more than it offers. Roll the remote back first (npm run release rollback ${worker}).\n  ${gaps.join('\n  ')}`,
  )
}

function ask({ origin, worker, name }: DeployedWorker, version: string, resource: string, fetchSite: typeof fetch): Promise<Response> {
  const path = worker === 'shell' ? `/api/${resource}` : `/api/${worker}/${resource}`
  const headers = { 'Cloudflare-Workers-Version-Overrides': `${name}="${version}"` }
  return fetchSite(`${origin}${path}`, { headers, signal: AbortSignal.timeout(15_000) })
}

/** Does a step. If it fails, throws what has happened and how to go on. */
export async function step<Result>(worker: string, failure: string, remedy: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new ExpectedError(`${worker} ${failure}. ${remedy}\n${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
