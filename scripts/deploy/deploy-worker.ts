import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '@encre/build/workspace'
import * as z from 'zod'
import type { Account } from '../cloudflare/account.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { runWrangler } from '../lib/processes.ts'
import { findContractBreaks, readReleasedContract } from '../lib/released-contracts.ts'
import { type BundleBudget, describeBundle, isOverBudget, measureBundle } from './bundle-budget.ts'
import type { DeployedWorker, Deployment } from './plan-deployment.ts'
import { findMissingContract, requireHealthyVersion, versionTimeoutMs } from './site-check.ts'
import { hasPendingClassMigration, listPendingMigrations, readWorkerState, requireDeployable } from './worker-state.ts'

export interface DeployTools {
  account: Account
  say: (sentence: string) => void
  /** Asks the deployed site. */
  fetchSite: typeof fetch
  /** How long a share of the visitors has the new version before the next share follows. */
  stepMs?: number
  timeoutMs?: number
  budget?: BundleBudget
}

/** The shares of the visitors that get a new version, one after the other. */
export const shares = [10, 50, 100]
const defaultStepMs = 30_000

/** Prints what a deployment would do. Changes nothing at Cloudflare. Throws when the bundle is over its budget. */
export async function planWorker(deployment: Deployment, { account, say, budget }: DeployTools): Promise<void> {
  const { worker, name, environment, config, database } = deployment
  const state = await readWorkerState(account, name)
  await requireDeployable(account, deployment, state)
  say(`${worker} (${name}, ${environment}):`)
  say(state.liveVersion ? `  live version: ${state.liveVersion}` : '  first deployment')
  for (const [setting, value] of Object.entries(config.vars)) {
    const live = state.vars[setting]
    if (live !== value) say(`  ${setting}: ${live === undefined ? 'new' : `"${live}"`} -> "${value}"`)
  }
  const pending = await listPendingMigrations(account, deployment)
  say(`  migrations of ${database.name}: ${pending.join(', ') || 'none pending'}`)
  const bundle = await withConfig(deployment, measureBundle)
  say(`  ${describeBundle(bundle, budget)}`)
  const gaps = await findBreaks(worker)
  if (gaps.length > 0) say(`  would be refused, released pages need what it removes:\n    ${gaps.join('\n    ')}`)
  say(`  ${describeWay(deployment, state)}`)
  if (isOverBudget(bundle, budget)) throw new ExpectedError(`${worker} is over its budget: ${describeBundle(bundle, budget)}`)
}

/** Checks, migrates and deploys a worker. A step that fails says how to go on. */
export async function deployWorker(deployment: Deployment, tools: DeployTools): Promise<void> {
  const { worker, name, database } = deployment
  const { account, say } = tools
  const state = await readWorkerState(account, name)
  await requireDeployable(account, deployment, state)
  if (state.liveVersion) requireOrigin(deployment)
  const gaps = await findBreaks(worker)
  if (gaps.length > 0) throw new ExpectedError(refusal(worker, gaps))

  await withConfig(deployment, async (path, scratch) => {
    await migrate(deployment, path, tools)
    const secretWords = writeSecrets(deployment, scratch)
    if (!state.liveVersion || hasPendingClassMigration(deployment, state)) {
      say(`${worker}: ${describeWay(deployment, state)}`)
      await step(
        worker,
        'was not deployed',
        `Its database ${database.name} has the new migrations, which the code before accepts. Run the command again.`,
        () => runWrangler(['deploy', '--config', path, ...secretWords]),
      )
      return
    }
    const output = join(scratch, 'output.ndjson')
    await step(worker, 'was not uploaded', 'Visitors have the version before. Run the command again.', () =>
      runWrangler(['versions', 'upload', '--config', path, ...secretWords], { WRANGLER_OUTPUT_FILE_PATH: output }),
    )
    const version = readVersion(output)
    say(`${worker}: version ${version} is uploaded`)
    await shiftVisitors(deployment, { from: state.liveVersion, to: version }, tools)
    // Crons and domains belong to the worker, not to a version.
    await step(worker, 'kept its crons and domains', 'Run the command again.', () => runWrangler(['triggers', 'deploy', '--config', path]))
  })
}

/** Gives everyone the version before the live one, if released pages can work with it. */
export async function rollbackWorker(worker: DeployedWorker, tools: DeployTools): Promise<void> {
  const { liveVersion, previousVersion } = await readWorkerState(tools.account, worker.name)
  requireOrigin(worker)
  if (!liveVersion || !previousVersion) throw new ExpectedError(`${worker.worker} has no version to go back to. Nothing has changed.`)
  await shiftVisitors(worker, { from: liveVersion, to: previousVersion }, tools)
}

/** Checks a version that nobody gets, then gives it to more and more visitors. On a failure everyone has the old version again. */
async function shiftVisitors(
  { worker, name, origin }: DeployedWorker,
  { from, to }: { from: string; to: string },
  { account, say, fetchSite, stepMs = defaultStepMs, timeoutMs = versionTimeoutMs }: DeployTools,
): Promise<void> {
  const target = { origin, worker, name, version: to }
  const setShares = (versions: { version_id: string; percentage: number }[]) =>
    account.client.workers.scripts.deployments.create(name, { account_id: account.id, strategy: 'percentage', versions })
  try {
    await setShares(split(from, to, 0))
    await requireHealthyVersion(target, fetchSite, timeoutMs)
    const released = worker === 'shell' ? null : readReleasedContract(worker)
    const gaps = released ? await findMissingContract(target, released, fetchSite) : []
    if (gaps.length > 0) throw new ExpectedError(refusal(worker, gaps))
    for (const share of shares) {
      await setShares(split(from, to, share))
      say(`${worker}: ${share} % have ${to}`)
      if (share < 100) await wait(stepMs)
      await requireHealthyVersion(target, fetchSite, timeoutMs)
    }
  } catch (error) {
    const back = `Give everyone ${from}: wrangler versions deploy ${from}@100% --name ${name}\n${messageOf(error)}`
    await step(worker, `may still have visitors with ${to}`, back, () => setShares(split(to, from, 100)))
    say(`${worker}: everyone has ${from} again`)
    throw error
  }
}

/** The shares of two versions when `to` has `share` percent. */
function split(from: string, to: string, share: number): { version_id: string; percentage: number }[] {
  const version = { version_id: to, percentage: share }
  return share === 100 ? [version] : [{ version_id: from, percentage: 100 - share }, version]
}

async function migrate(deployment: Deployment, path: string, { account, say }: DeployTools): Promise<void> {
  const { worker, database } = deployment
  if ((await listPendingMigrations(account, deployment)).length === 0) return
  const { bookmark } = await account.client.d1.database.timeTravel.getBookmark(database.id, { account_id: account.id })
  const undo = `wrangler d1 time-travel restore ${database.name} --bookmark=${bookmark}`
  say(`${database.name} before its migrations: ${bookmark}. To go back, and lose what was written since: ${undo}`)
  await step(
    worker,
    'was not migrated',
    `The live version still works. Mend the migration and run the command again, or go back: ${undo}`,
    () => runWrangler(['d1', 'migrations', 'apply', 'DB', '--remote', '--config', path]),
  )
}

function describeWay(deployment: Deployment, state: Parameters<typeof hasPendingClassMigration>[1]): string {
  if (!state.liveVersion) return 'goes out to everyone at once: it is the first deployment'
  if (hasPendingClassMigration(deployment, state)) return 'goes out to everyone at once: a Durable Object migration is pending'
  return `goes out gradually: its health at 0 %, then ${shares.join(' %, ')} % of the visitors`
}

function requireOrigin({ worker, origin }: DeployedWorker): void {
  if (origin) return
  throw new ExpectedError(`${worker}: nothing has changed: SITE_ORIGIN or ENCRE_ORIGIN must say where its health is asked`)
}

async function findBreaks(worker: string): Promise<string[]> {
  return worker === 'shell' ? [] : findContractBreaks(worker)
}

function refusal(worker: string, gaps: string[]): string {
  return `${worker} is refused: released pages of its remote need more than it offers. Roll the remote back first (npm run release rollback ${worker}).\n  ${gaps.join('\n  ')}`
}

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

async function withConfig<Result>(deployment: Deployment, work: (path: string, scratch: string) => Promise<Result>): Promise<Result> {
  const path = join(root, deployment.folder, `wrangler.deployed.${deployment.environment}.json`)
  const scratch = mkdtempSync(join(tmpdir(), 'encre-deploy-'))
  try {
    writeFileSync(path, JSON.stringify(deployment.config, null, 2))
    return await work(path, scratch)
  } finally {
    rmSync(path, { force: true })
    rmSync(scratch, { recursive: true })
  }
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
    const uploaded = Uploaded.safeParse(JSON.parse(line))
    if (uploaded.success) return uploaded.data.version_id
  }
  throw new Error('wrangler has uploaded a version and did not say which')
}
