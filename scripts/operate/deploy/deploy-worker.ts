import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '@encre/build/version'
import { root } from '@encre/build/workspace'
import * as z from 'zod'
import { listMigrations } from '../../lib/local-databases.ts'
import { runWrangler } from '../../lib/processes.ts'
import { findContractBreaks } from '../../lib/released-contracts.ts'
import { ExpectedError } from '../../lib/run-command.ts'
import { withScratch } from '../../lib/with-scratch.ts'
import { type Account, orNull, placeOf } from '../cloudflare/account.ts'
import { readFigures } from './figures.ts'
import {
  type DeployedWorker,
  type Deployment,
  problemOf,
  refuseProblems,
} from './plan-deployment.ts'
import {
  type DeployTools,
  refuseGaps,
  requireHealthyVersion,
  returnVisitors,
  secretsOfThen,
  sharesOf,
  shiftVisitors,
  step,
} from './shift-visitors.ts'
import { findLiveVersion, findVersionBefore, writeMessage } from './worker-versions.ts'

export async function planWorkers(deployments: Deployment[], tools: DeployTools): Promise<void> {
  const { account, say } = tools
  for (const [deployment, state] of await readStates(deployments, tools)) {
    const { worker, name, environment, database } = deployment
    say(`${worker} (${name}, ${environment}):`)
    say(state.liveVersion ? `  live version: ${state.liveVersion}` : '  first deployment')
    const pending = await listPendingMigrations(account, deployment)
    say(`  migrations of ${database.name}: ${pending.join(', ') || 'none pending'}`)
    const built = await withFiles(deployment, (config) =>
      runWrangler(['deploy', '--dry-run', '--config', config]),
    )
    say(`  bundle: ${/gzip: .*/.exec(built)}`)
    const gaps = await findContractBreaks(worker)
    if (gaps.length > 0)
      say(`  would be refused, released pages need what it removes:\n    ${gaps.join('\n    ')}`)
    say(`  ${describeWay(deployment, state, tools)}`)
  }
}

/**
 * Checks all workers, then migrates and deploys one after the other. A step that fails says how to
 * go on.
 */
export async function deployWorkers(deployments: Deployment[], tools: DeployTools): Promise<void> {
  for (const { worker } of deployments) {
    refuseGaps(worker, await findContractBreaks(worker))
  }
  for (const [deployment, state] of await readStates(deployments, tools)) {
    await withFiles(deployment, (config, scratch) =>
      deployWorker(deployment, state, { ...tools, config, scratch }),
    )
    tools.say(`${deployment.worker} is deployed (${deployment.environment})`)
  }
}

/** The part of a deploy that needs rights on D1, which no token can have for one database alone. */
export async function migrateWorkers(deployments: Deployment[], tools: DeployTools): Promise<void> {
  for (const deployment of deployments) {
    refuseProblems(await findMissingDatabase(deployment, tools))
  }
  for (const deployment of deployments) {
    await withFiles(deployment, (config) => migrate(deployment, { ...tools, config }))
    tools.say(`${deployment.database.name} has every migration`)
  }
}

async function deployWorker(
  deployment: Deployment,
  state: WorkerState,
  tools: DeployTools & { config: string; scratch: string },
) {
  const { worker, database } = deployment
  const { liveVersion } = state
  const { say, config, scratch, leaked = [] } = tools
  if (!tools.hasMigrated) await migrate(deployment, tools)
  const message = leaked.length > 0 ? ['--message', writeMessage(leaked)] : []
  const commit = readCommit()
  const tag = commit ? ['--tag', commit] : []
  const secrets = ['--secrets-file', join(scratch, secretsFile)]
  const words = ['--config', config, ...secrets, ...tag, ...message]
  say(`${worker}: ${describeWay(deployment, state, tools)}`)
  const output = join(scratch, 'output.ndjson')
  const version = liveVersion && (await upload(worker, words, output))
  if (!version) {
    if (liveVersion)
      say(`${worker}: goes out to everyone at once: a Durable Object's class changes`)
    const remedy = `Its database ${database.name} has the new migrations, which the code before accepts. Run the command again.`
    await step(worker, 'was not deployed', remedy, () => runWrangler(['deploy', ...words]))
    return
  }
  say(`${worker}: version ${version} is uploaded`)
  // Belongs to the worker, not to a version, and an upload leaves it out.
  await step(worker, 'kept its settings of logs and traces', 'Run the command again.', () =>
    observe(deployment, tools),
  )
  const shares = sharesOf(deployment.environment, tools)
  await shiftVisitors(deployment, liveVersion, version, tools, shares)
  // Crons and domains belong to the worker, not to a version.
  await step(worker, 'kept its crons and domains', 'Run the command again.', () =>
    runWrangler(['triggers', 'deploy', '--config', config]),
  )
}

async function observe({ name, config }: Deployment, { account }: DeployTools): Promise<void> {
  const { traces, ...others } = config.observability
  await account.client.workers.scripts.settings.edit(name, {
    account_id: account.id,
    observability: { ...others, ...(traces && { traces }) },
  })
}

/**
 * Cloudflare refuses a version that changes the class of a Durable Object:
 * https://developers.cloudflare.com/workers/versions-and-deployments/gradual-deployments/with-durable-objects
 */
const classChanges = '[code: 10211]'

/** Returns the new version, or null if Cloudflare gives it to everyone at once or not at all. */
function upload(worker: string, words: string[], output: string): Promise<string | null> {
  const remedy = 'Visitors have the version before. Run the command again.'
  return step(worker, 'was not uploaded', remedy, async () => {
    try {
      await runWrangler(['versions', 'upload', ...words], { WRANGLER_OUTPUT_FILE_PATH: output })
    } catch (error) {
      if (String(error).includes(classChanges)) return null
      throw error
    }
    return readVersion(output)
  })
}

/**
 * Gives everyone the live version if a deploy stopped while it shared the visitors, otherwise the
 * version before the live one.
 */
export async function rollbackWorker(
  worker: DeployedWorker,
  isPlan: boolean,
  tools: DeployTools,
): Promise<void> {
  requireOrigin(worker)
  const { live, halfDeployed } = await findLiveVersion(tools.account, worker.name)
  const target = live && (halfDeployed ? live : await findVersionBefore(worker, live, tools))
  if (!live || !target) {
    const remedy = `Choose one of wrangler versions list --name ${worker.name}, then: wrangler rollback <version> --name ${worker.name}`
    throw new ExpectedError(
      `${worker.worker} has no version to go back to. Nothing has changed. ${remedy}`,
    )
  }
  if (isPlan) {
    tools.say(`${worker.worker} would go back from ${halfDeployed ?? live} to ${target}`)
    return
  }
  if (halfDeployed) {
    await returnVisitors(worker, live, tools)
    await requireHealthyVersion(worker, live, tools)
  } else await shiftVisitors(worker, live, target, tools, [100])
  tools.say(`${worker.worker} is rolled back to ${target}, ${secretsOfThen}`)
}

async function readStates(
  deployments: Deployment[],
  tools: DeployTools,
): Promise<Map<Deployment, WorkerState>> {
  const states = new Map<Deployment, WorkerState>()
  const problems: string[] = []
  for (const deployment of deployments) {
    const state = await readWorkerState(tools.account, deployment.name)
    if (state.liveVersion) requireOrigin(deployment)
    states.set(deployment, state)
    problems.push(...findMissingSecrets(deployment, state, tools))
    if (tools.hasMigrated) continue
    problems.push(
      ...(await findMissingDatabase(deployment, tools)),
      ...(await findMissingBuckets(deployment, tools)),
    )
  }
  refuseProblems(problems)
  for (const [deployment, { liveVersion }] of states) {
    if (liveVersion) await readFigures(deployment, new Date(), tools)
  }
  return states
}

/** Only a new value replaces a leaked one. */
function findMissingSecrets(
  { worker, config, secrets }: Deployment,
  state: WorkerState,
  { leaked = [] }: DeployTools,
): string[] {
  const required = config.secrets.required.filter((name) => !state.secrets.includes(name))
  const isMissing = (name: string) => !secrets[name]
  return [
    ...problemOf(worker, 'these secrets are missing', required.filter(isMissing)),
    ...problemOf(worker, 'ENCRE_SETTINGS needs the new value of', leaked.filter(isMissing)),
  ]
}

async function findMissingDatabase(
  { worker, database }: Deployment,
  { account }: DeployTools,
): Promise<string[]> {
  const { client, id } = account
  const found = await orNull(client.d1.database.get(database.id, { account_id: id }))
  if (found?.name === database.name) return []
  const other = found ? `the id of ${found.name}` : 'no database of the account'
  return [`${worker}: DATABASE_ID is ${other}, and ${database.name} is needed`]
}

async function findMissingBuckets(
  { worker, config, environment }: Deployment,
  { account }: DeployTools,
): Promise<string[]> {
  const problems: string[] = []
  for (const { bucket_name, ...where } of config.r2_buckets ?? []) {
    // wrangler would create it, without its jurisdiction.
    const found = account.client.r2.buckets.get(bucket_name, placeOf(account, where))
    if (await orNull(found)) continue
    problems.push(
      `${worker}: the bucket ${bucket_name} is missing. Create it: npm run provision -- --env ${environment}`,
    )
  }
  return problems
}

async function migrate(
  deployment: Deployment,
  { account, say, config }: DeployTools & { config: string },
): Promise<void> {
  const { worker, database } = deployment
  if ((await listPendingMigrations(account, deployment)).length === 0) return
  const { bookmark } = await account.client.d1.database.timeTravel.getBookmark(database.id, {
    account_id: account.id,
  })
  const undo = `wrangler d1 time-travel restore ${database.name} --bookmark=${bookmark}`
  say(
    `${database.name} before its migrations: ${bookmark}. To go back, and lose what was written since: ${undo}`,
  )
  const remedy = `The live version still works. Mend the migration and run the command again, or go back: ${undo}`
  await step(worker, 'was not migrated', remedy, () =>
    runWrangler(['d1', 'migrations', 'apply', 'DB', '--remote', '--config', config]),
  )
}

function describeWay({ environment }: Deployment, state: WorkerState, tools: DeployTools): string {
  if (!state.liveVersion) return 'goes out to everyone at once: it is the first deployment'
  const shares = sharesOf(environment, tools).join(' %, ')
  return `goes out gradually: its health and its answers at 0 %, then ${shares} % of the visitors`
}

function requireOrigin({ worker, origin }: DeployedWorker): void {
  if (origin) return
  throw new ExpectedError(
    `${worker}: set SITE_ORIGIN or ENCRE_ORIGIN, the address of the health check. Nothing has changed.`,
  )
}

/** The commit of the code, which a version keeps as its tag. Empty without git. */
function readCommit(): string {
  try {
    const words = ['--always', '--dirty', '--abbrev=12', '--exclude', '*']
    return git(root, 'describe', ...words).trim()
  } catch {
    return ''
  }
}

const secretsFile = 'secrets.json'

/**
 * Writes wrangler's configuration and the secrets. Other users of the machine can read the words of
 * a command, but not its files.
 */
function withFiles<Result>(
  deployment: Deployment,
  work: (config: string, scratch: string) => Promise<Result>,
): Promise<Result> {
  const config = join(root, deployment.folder, `wrangler.deployed.${deployment.environment}.json`)
  return withScratch(async (scratch) => {
    writeFileSync(config, JSON.stringify(deployment.config, null, 2))
    writeFileSync(join(scratch, secretsFile), JSON.stringify(deployment.secrets), { mode: 0o600 })
    return work(config, scratch)
  }).finally(() => rmSync(config, { force: true }))
}

/** wrangler writes one line of JSON for each event. */
function readVersion(output: string): string {
  const Event = z.looseObject({ type: z.string(), version_id: z.optional(z.string()) })
  const events = readFileSync(output, 'utf8')
    .trim()
    .split('\n')
    .map((line) => z.parse(Event, JSON.parse(line)))
  const version = events.find(({ type }) => type === 'version-upload')?.version_id
  if (!version) throw new Error('wrangler uploaded a version, but did not write its id')
  return version
}

type WorkerState = Awaited<ReturnType<typeof readWorkerState>>

async function readWorkerState(account: Account, name: string) {
  const { client, id } = account
  const { live } = await findLiveVersion(account, name)
  const secrets = live
    ? await Array.fromAsync(
        client.workers.scripts.secrets.list(name, { account_id: id }),
        (secret) => secret.name,
      )
    : []
  return { liveVersion: live, secrets }
}

/**
 * Lists the migrations that the deployed database lacks. Reads only: wrangler's own list creates a
 * table.
 */
async function listPendingMigrations(
  { client, id }: Account,
  { folder, database }: Deployment,
): Promise<string[]> {
  const select = async (sql: string) =>
    JSON.stringify(
      await Array.fromAsync(client.d1.database.query(database.id, { account_id: id, sql })),
    )
  const hasList = (
    await select("select name from sqlite_master where name = 'd1_migrations'")
  ).includes('d1_migrations')
  const applied = hasList ? await select('select name from d1_migrations') : ''
  return listMigrations(folder).filter((name) => !applied.includes(`"${name}"`))
}
