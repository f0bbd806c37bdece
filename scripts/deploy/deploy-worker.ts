import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '@encre/build/workspace'
import { ContractShape as ContractSchema, findContractGaps } from '@encre/protocol/contract-shape'
import * as z from 'zod/mini'
import type { Account } from '../cloudflare/account.ts'
import { runWrangler } from '../lib/processes.ts'
import { findContractBreaks, readReleasedContract } from '../lib/released-contracts.ts'
import { ExpectedError } from '../lib/run-command.ts'
import { withScratch } from '../lib/with-scratch.ts'
import type { DeployedWorker, Deployment } from './plan-deployment.ts'
import {
  findLiveVersion,
  findVersionBefore,
  hasPendingClassMigration,
  listPendingMigrations,
  readWorkerState,
  requireDeployable,
  type WorkerState,
} from './worker-state.ts'

/** Prints what a deployment would do. Changes nothing at Cloudflare. Throws when something is missing or a worker does not build. */
export async function planWorkers(deployments: Deployment[], tools: DeployTools): Promise<void> {
  const { account, say } = tools
  for (const [deployment, state] of await readStates(deployments, tools)) {
    const { worker, name, environment, config, database } = deployment
    say(`${worker} (${name}, ${environment}):`)
    say(state.liveVersion ? `  live version: ${state.liveVersion}` : '  first deployment')
    for (const [setting, value] of Object.entries(config.vars)) {
      const live = state.vars[setting]
      if (live !== value) say(`  ${setting}: ${live === undefined ? 'new' : `"${live}"`} -> "${value}"`)
    }
    const pending = await listPendingMigrations(account, deployment)
    say(`  migrations of ${database.name}: ${pending.join(', ') || 'none pending'}`)
    const built = await withConfig(deployment, (path) => runWrangler(['deploy', '--dry-run', '--config', path]))
    say(`  bundle: ${/gzip: .*/.exec(built)}`)
    const gaps = await findBreaks(worker)
    if (gaps.length > 0) say(`  would be refused, released pages need what it removes:\n    ${gaps.join('\n    ')}`)
    say(`  ${describeWay(deployment, state)}`)
  }
}

/** Checks all workers, then migrates and deploys one after the other. A step that fails says how to go on. */
export async function deployWorkers(deployments: Deployment[], tools: DeployTools): Promise<void> {
  for (const { worker } of deployments) refuseGaps(worker, await findBreaks(worker))
  for (const [deployment, state] of await readStates(deployments, tools)) {
    await withConfig(deployment, (path, scratch) => deployWorker(deployment, state, { ...tools, path, scratch }))
    tools.say(`${deployment.worker} is deployed (${deployment.environment})`)
  }
}

async function deployWorker(deployment: Deployment, state: WorkerState, tools: DeployTools & { path: string; scratch: string }) {
  const { worker, database } = deployment
  const { liveVersion } = state
  const { say, path, scratch } = tools
  await migrate(deployment, tools)
  const words = ['--config', path, ...writeSecrets(deployment, scratch), ...(liveVersion ? ['--message', `after ${liveVersion}`] : [])]
  if (!liveVersion || hasPendingClassMigration(deployment, state)) {
    say(`${worker}: ${describeWay(deployment, state)}`)
    const remedy = `Its database ${database.name} has the new migrations, which the code before accepts. Run the command again.`
    await step(worker, 'was not deployed', remedy, () => runWrangler(['deploy', ...words]))
    return
  }
  const output = join(scratch, 'output.ndjson')
  await step(worker, 'was not uploaded', 'Visitors have the version before. Run the command again.', () =>
    runWrangler(['versions', 'upload', ...words], { WRANGLER_OUTPUT_FILE_PATH: output }),
  )
  const version = readVersion(output)
  say(`${worker}: version ${version} is uploaded`)
  await shiftVisitors(deployment, liveVersion, version, tools)
  // Crons and domains belong to the worker, not to a version.
  await step(worker, 'kept its crons and domains', 'Run the command again.', () => runWrangler(['triggers', 'deploy', '--config', path]))
}

/**
 * Gives everyone the last good version. If a deploy stopped while it shared the visitors, that is the live version; otherwise it is the
 * version before the live one.
 */
export async function rollbackWorker(worker: DeployedWorker, isPlan: boolean, tools: DeployTools): Promise<void> {
  requireOrigin(worker)
  const { live, cut } = await findLiveVersion(tools.account, worker.name)
  const target = live && (cut ? live : await findVersionBefore(tools.account, worker.name, live))
  if (!live || !target) {
    const remedy = `Choose one of wrangler versions list --name ${worker.name}, then: wrangler rollback <version> --name ${worker.name}`
    throw new ExpectedError(`${worker.worker} has no version to go back to. Nothing has changed. ${remedy}`)
  }
  if (isPlan) {
    tools.say(`${worker.worker} would go back from ${cut ?? live} to ${target}`)
    return
  }
  if (cut) {
    await setShares(worker, [`${live}@100`])
    await requireHealthyVersion(worker, live, tools)
  } else await shiftVisitors(worker, live, target, tools)
  tools.say(`${worker.worker} is rolled back to ${target}`)
}

/** Throws everything that is missing, for all workers at once. */
async function readStates(deployments: Deployment[], { account }: DeployTools): Promise<Map<Deployment, WorkerState>> {
  const states = new Map<Deployment, WorkerState>()
  for (const deployment of deployments) states.set(deployment, await readWorkerState(account, deployment.name))
  for (const [deployment, { liveVersion }] of states) if (liveVersion) requireOrigin(deployment)
  await requireDeployable(account, states)
  return states
}

async function migrate(deployment: Deployment, { account, say, path }: DeployTools & { path: string }): Promise<void> {
  const { worker, database } = deployment
  if ((await listPendingMigrations(account, deployment)).length === 0) return
  const { bookmark } = await account.client.d1.database.timeTravel.getBookmark(database.id, { account_id: account.id })
  const undo = `wrangler d1 time-travel restore ${database.name} --bookmark=${bookmark}`
  say(`${database.name} before its migrations: ${bookmark}. To go back, and lose what was written since: ${undo}`)
  const remedy = `The live version still works. Mend the migration and run the command again, or go back: ${undo}`
  await step(worker, 'was not migrated', remedy, () => runWrangler(['d1', 'migrations', 'apply', 'DB', '--remote', '--config', path]))
}

function describeWay(deployment: Deployment, state: WorkerState): string {
  if (!state.liveVersion) return 'goes out to everyone at once: it is the first deployment'
  if (hasPendingClassMigration(deployment, state)) return 'goes out to everyone at once: a Durable Object migration is pending'
  return `goes out gradually: its health at 0 %, then ${shares.join(' %, ')} % of the visitors`
}

function requireOrigin({ worker, origin }: DeployedWorker): void {
  if (origin) return
  throw new ExpectedError(`${worker}: set SITE_ORIGIN or ENCRE_ORIGIN, the address of the health check. Nothing has changed.`)
}

async function findBreaks(worker: string): Promise<string[]> {
  return worker === 'shell' ? [] : findContractBreaks(worker)
}

function withConfig<Result>(deployment: Deployment, work: (path: string, scratch: string) => Promise<Result>): Promise<Result> {
  const path = join(root, deployment.folder, `wrangler.deployed.${deployment.environment}.json`)
  return withScratch(async (scratch) => {
    writeFileSync(path, JSON.stringify(deployment.config, null, 2))
    return work(path, scratch)
  }).finally(() => rmSync(path, { force: true }))
}

/** Writes the secrets to a file, because other users of the machine can read the words of a command. */
function writeSecrets({ secrets }: Deployment, scratch: string): string[] {
  if (Object.keys(secrets).length === 0) return []
  const path = join(scratch, 'secrets.json')
  writeFileSync(path, JSON.stringify(secrets), { mode: 0o600 })
  return ['--secrets-file', path]
}

/** The version that wrangler has uploaded, from the lines of JSON that it writes for programs. */
function readVersion(output: string): string {
  const Uploaded = z.looseObject({ type: z.literal('version-upload'), version_id: z.string() })
  for (const line of readFileSync(output, 'utf8').split('\n').filter(Boolean)) {
    const uploaded = z.safeParse(Uploaded, JSON.parse(line))
    if (uploaded.success) return uploaded.data.version_id
  }
  throw new Error('wrangler uploaded a version, but did not print its id')
}

interface DeployTools {
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
const shares = [10, 50, 100]
const attemptMs = 2_000

/** Checks a version that nobody gets, then gives it to more and more visitors. On a failure everyone has the old version again. */
async function shiftVisitors(worker: DeployedWorker, from: string, to: string, tools: DeployTools): Promise<void> {
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
async function setShares({ name }: DeployedWorker, versions: string[]): Promise<void> {
  await runWrangler(['versions', 'deploy', ...versions, '--name', name, '--yes'])
}

/**
 * Waits until one version of a worker is healthy, whatever share of the visitors it has: Cloudflare sends a request with the override to
 * exactly that version, also behind the shell. Throws with its last answer.
 */
async function requireHealthyVersion(worker: DeployedWorker, version: string, tools: DeployTools): Promise<void> {
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
function refuseGaps(worker: string, gaps: string[]): void {
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
async function step<Result>(worker: string, failure: string, remedy: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new ExpectedError(`${worker} ${failure}. ${remedy}\n${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
