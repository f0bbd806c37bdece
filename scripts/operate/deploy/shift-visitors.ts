import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '@encre/build/workspace'
import { ContractShape, findContractGaps } from '@encre/protocol/contract-shape'
import { Problem } from '@encre/protocol/problem'
import { APIError } from 'cloudflare'
import * as z from 'zod'
import { readReleasedContract } from '../../lib/released-contracts.ts'
import { ExpectedError, type Say } from '../../lib/run-command.ts'
import type { Account } from '../cloudflare/account.ts'
import { type Environment, isPullRequest } from './environments.ts'
import { readFigures, requireGoodFigures } from './figures.ts'
import type { DeployedWorker } from './plan-deployment.ts'

export interface DeployTools {
  account: Account
  say: Say
  /** A member's access token, for sample answers. Without it, the samples are refusals. */
  memberToken?: string | undefined
  /** The secrets whose old values a rollback may bring back. */
  oldSecrets?: string[]
  /** For a team's token, which reads no database and no bucket: the platform has migrated. */
  hasMigrated?: boolean
  /** Secrets whose former value has leaked. Nobody gets the former value again. */
  leaked?: string[]
}

/**
 * Percent of the visitors, each for `stepMs`. Before any has the new version it must be healthy and
 * answer as its contract says; between two shares also fail and last no more than the live one
 * (`figures.ts`).
 */
const shares = [5, 25, 50, 100]

/**
 * Everyone leaves a leaked value in one step, once the new version is checked without visitors. A
 * pull request has none to watch.
 */
export function sharesOf(
  environment: Environment,
  { leaked = [] }: Pick<DeployTools, 'leaked'>,
): number[] {
  return leaked.length > 0 || isPullRequest(environment) ? [100] : shares
}

/**
 * How long a share of the visitors has the new version before it is judged. Cloudflare's figures
 * are a minute late.
 */
const stepMs = 180_000
/**
 * How long a version may take to become healthy: until every place of Cloudflare's network knows
 * it.
 */
const timeoutMs = 60_000
const attemptMs = 2_000
/** How long the live one may take: more than one request, whose answer may be lost. */
const liveTimeoutMs = 20_000

/**
 * Checks a version that nobody gets, then gives it to more and more visitors. When the old version is
 * not healthy, all visitors get the new one at once. On a failure everyone has the old version again.
 */
export async function shiftVisitors(
  worker: DeployedWorker,
  from: string,
  to: string,
  tools: DeployTools,
  steps = shares,
): Promise<void> {
  const { say } = tools
  const startedAt = new Date()
  let mayHaveVisitors = false
  await setShares(worker, { [from]: 100, [to]: 0 }, tools)
  try {
    await requireHealthyVersion(worker, to, tools)
    await requireReleasedShapes(worker, to, tools)
    const isLiveHealthy = await requireHealthyVersion(worker, from, tools, liveTimeoutMs).then(
      () => true,
      () => false,
    )
    if (!isLiveHealthy) say(`${worker.worker}: ${from} is not healthy, so nobody waits for a share`)
    for (const share of isLiveHealthy ? steps : [100]) {
      // Before the request, whose answer may be lost.
      mayHaveVisitors = true
      await setShares(
        worker,
        share === 100 ? { [to]: 100 } : { [from]: 100 - share, [to]: share },
        tools,
      )
      say(`${worker.worker}: ${share} % have ${to}`)
      if (share < 100) await wait(stepMs)
      await requireHealthyVersion(worker, to, tools)
      if (share === 100) continue
      await requireReleasedShapes(worker, to, tools)
      requireGoodFigures(worker, from, to, await readFigures(worker, startedAt, tools), say)
    }
  } catch (error) {
    if (mayHaveVisitors && tools.leaked?.length) {
      throw new ExpectedError(
        `${worker.worker}: nobody goes back from ${to} to ${from}, which has the leaked value of ${tools.leaked.join(', ')}. Mend the worker and deploy it.\n${messageOf(error)}`,
      )
    }
    const back = `Give everyone ${from}: wrangler versions deploy ${from}@100% --name ${worker.name}\n${messageOf(error)}`
    await step(worker.worker, `may still have visitors with ${to}`, back, () =>
      returnVisitors(worker, from, tools),
    )
    say(`${worker.worker}: everyone has ${from} again, ${secretsOfThen}`)
    throw error
  }
}

/**
 * Cloudflare refuses an older version whose secrets differ from the live one's. It takes part only
 * if the operator has named each secret whose old value returns with it.
 */
export async function setShares(
  worker: DeployedWorker,
  percentages: Record<string, number>,
  tools: DeployTools,
): Promise<void> {
  const { oldSecrets = [], say } = tools
  try {
    await createDeployment(worker, percentages, tools, false)
  } catch (error) {
    const changed = findChangedSecrets(error)
    if (!changed) throw error
    if (changed.some((name) => !oldSecrets.includes(name)))
      throw new ExpectedError(
        `${worker.worker} would get the old values of ${changed.join(', ')}. Nothing has changed.
If none of them has leaked: --old-secrets ${changed.join(',')}
Otherwise deploy that version's commit, which keeps the values of today: docs/runbooks.md, "A bad worker"`,
      )
    await createDeployment(worker, percentages, tools, true)
    say(`${worker.worker}: the old values of ${changed.join(', ')} are back`)
  }
}

/**
 * Ends the sentence about each return to a former version: no answer of Cloudflare tells whether a
 * value has changed since.
 */
export const secretsOfThen =
  'with the secrets that it had. If one of them has leaked since, deploy again now: docs/runbooks.md, "A leaked key"'

/** Gives everyone the version that they had minutes ago, with the secrets that it had. */
export async function returnVisitors(
  worker: DeployedWorker,
  version: string,
  tools: DeployTools,
): Promise<void> {
  await createDeployment(worker, { [version]: 100 }, tools, true)
}

async function createDeployment(
  { name }: DeployedWorker,
  percentages: Record<string, number>,
  { account }: DeployTools,
  force: boolean,
): Promise<void> {
  const versions = Object.entries(percentages).map(([version_id, percentage]) => ({
    version_id,
    percentage,
  }))
  await account.client.workers.scripts.deployments.create(name, {
    account_id: account.id,
    strategy: 'percentage',
    versions,
    ...(force && { force }),
  })
}

const secretsChanged = 10220

/** The names in Cloudflare's refusal, as wrangler reads them. Null for another error. */
function findChangedSecrets(error: unknown): string[] | null {
  if (!(error instanceof APIError)) return null
  const refusal = error.errors.find(({ code }) => code === secretsChanged)
  const names = /secrets have changed: (.+)$/m.exec(refusal?.message ?? '')?.[1]
  return names ? names.split(', ') : null
}

/**
 * Waits until a version is healthy, whatever its share: the override reaches exactly that version,
 * also behind the shell.
 */
export async function requireHealthyVersion(
  worker: DeployedWorker,
  version: string,
  tools: DeployTools,
  waitMs = timeoutMs,
): Promise<void> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const last = await readHealth(worker, version, tools).catch(String)
    if (last === 'ok') return
    if (Date.now() >= deadline)
      throw new ExpectedError(`${worker.worker} ${version} is not healthy: ${last}`)
    await wait(attemptMs)
  }
}

async function readHealth(
  worker: DeployedWorker,
  version: string,
  tools: DeployTools,
): Promise<string> {
  const response = await ask(worker, version, '/health', tools)
  const answered = response.headers.get('worker-version')
  if (answered !== version) return `version ${answered || 'unknown'} has answered`
  return response.ok ? 'ok' : `${response.status}\n${await response.text()}`
}

const Samples = z.record(z.string(), z.looseObject({ schema: z.nullable(z.string()) }))

/** Released pages need the version's contract, and answers that fit it. */
async function requireReleasedShapes(
  worker: DeployedWorker,
  version: string,
  tools: DeployTools,
): Promise<void> {
  const released = readReleasedContract(worker.worker)
  if (!released) return
  const contract = await ask(worker, version, '/contract', tools)
  if (!contract.ok)
    throw new ExpectedError(
      `The contract of ${worker.worker} ${version} cannot be read: ${contract.status}`,
    )
  refuseGaps(
    worker.worker,
    findContractGaps(released, z.parse(ContractShape, await contract.json())),
  )
  const file = join(root, 'workers', worker.worker, 'answers.released.json')
  if (!existsSync(file)) return
  for (const [call, { schema }] of Object.entries(
    z.parse(Samples, JSON.parse(readFileSync(file, 'utf8'))),
  )) {
    const shape = schema && released.schemas[schema]
    if (!call.startsWith('GET ') || !shape) continue
    const response = await ask(
      worker,
      version,
      call.slice(`GET /api/${worker.worker}`.length),
      tools,
    )
    const body: unknown = await response.json().catch(() => null)
    const fits = response.ok
      ? z.fromJSONSchema(shape).safeParse(body).success
      : z.safeParse(Problem, body).success
    if (fits && response.status < 500) continue
    throw new ExpectedError(
      `${worker.worker} ${version} answers ${call} with ${response.status} and a body that does not fit ${schema}`,
    )
  }
}

export function refuseGaps(worker: string, gaps: string[]): void {
  if (gaps.length === 0) return
  throw new ExpectedError(
    `${worker} is refused: released pages of its remote need more than it offers. Roll the remote back first (npm run release rollback ${worker}).\n  ${gaps.join('\n  ')}`,
  )
}

function ask(
  { origin, worker, name }: DeployedWorker,
  version: string,
  path: string,
  { memberToken }: DeployTools,
) {
  const headers = {
    'Cloudflare-Workers-Version-Overrides': `${name}="${version}"`,
    ...(memberToken && { Authorization: `Bearer ${memberToken}` }),
  }
  return fetch(`${origin}/api${worker === 'shell' ? '' : `/${worker}`}${path}`, {
    headers,
    signal: AbortSignal.timeout(15_000),
  })
}

export async function step<Result>(
  worker: string,
  failure: string,
  remedy: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new ExpectedError(`${worker} ${failure}. ${remedy}\n${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
