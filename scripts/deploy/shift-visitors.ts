import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '@encre/build/workspace'
import { ContractShape, findContractGaps } from '@encre/protocol/contract-shape'
import { Problem } from '@encre/protocol/problem'
import * as z from 'zod'
import type { Account } from '../cloudflare/account.ts'
import { readReleasedContract } from '../lib/released-contracts.ts'
import { ExpectedError } from '../lib/run-command.ts'
import type { DeployedWorker } from './plan-deployment.ts'

export interface DeployTools {
  account: Account
  say: (sentence: string) => void
  /** A member's access token, for sample answers. Without it, the samples are refusals. */
  memberToken?: string | undefined
}

export const shares = [5, 25, 50, 100]
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

/**
 * Checks a version that nobody gets, then gives it to more and more visitors. On a failure everyone
 * has the old version again.
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
  try {
    await setShares(worker, { [from]: 100, [to]: 0 }, tools)
    await requireHealthyVersion(worker, to, tools)
    await requireReleasedShapes(worker, to, tools)
    for (const share of steps) {
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
    const back = `Give everyone ${from}: wrangler versions deploy ${from}@100% --name ${worker.name}\n${messageOf(error)}`
    await step(worker.worker, `may still have visitors with ${to}`, back, () =>
      setShares(worker, { [from]: 100 }, tools),
    )
    say(`${worker.worker}: everyone has ${from} again`)
    throw error
  }
}

export async function setShares(
  { name }: DeployedWorker,
  percentages: Record<string, number>,
  { account }: DeployTools,
): Promise<void> {
  const versions = Object.entries(percentages).map(([version_id, percentage]) => ({
    version_id,
    percentage,
  }))
  await account.client.workers.scripts.deployments.create(name, {
    account_id: account.id,
    strategy: 'percentage',
    versions,
  })
}

/**
 * Waits until a version is healthy, whatever its share: the override reaches exactly that version,
 * also behind the shell.
 */
export async function requireHealthyVersion(
  worker: DeployedWorker,
  version: string,
  tools: DeployTools,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
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

const Figures = z.object({
  sum: z.object({ requests: z.number(), errors: z.number() }),
  quantiles: z.object({ cpuTimeP50: z.number(), wallTimeP50: z.number() }),
  dimensions: z.object({ scriptVersion: z.string() }),
})
type Figures = z.infer<typeof Figures>

const Rows = z.object({ workersInvocationsAdaptive: z.array(Figures) })
const FiguresAnswer = z.object({
  data: z.object({ viewer: z.object({ accounts: z.tuple([Rows]) }) }),
})

const figuresQuery = `query ($account: string, $name: string, $since: Time) { viewer { accounts(filter: {accountTag: $account}) {
  workersInvocationsAdaptive(limit: 100, filter: {scriptName: $name, datetime_geq: $since}) {
    sum { requests errors } quantiles { cpuTimeP50 wallTimeP50 } dimensions { scriptVersion } } } } }`

export async function readFigures(
  { worker, name }: DeployedWorker,
  since: Date,
  { account }: DeployTools,
): Promise<Figures[]> {
  const variables = { account: account.id, name, since: since.toISOString() }
  const answer: unknown = await account.client.post('/graphql', {
    body: { query: figuresQuery, variables },
  })
  const read = z.safeParse(FiguresAnswer, answer)
  if (read.success) return read.data.data.viewer.accounts[0].workersInvocationsAdaptive
  throw new ExpectedError(
    `Cloudflare's figures of ${worker} cannot be read. The token needs Account Analytics:Read.\n${JSON.stringify(answer)}`,
  )
}

/** With fewer requests, health and sample answers decide alone. */
const fewestRequests = 50
/** The new version's share of errors may exceed the live one's by this much. */
const errorMargin = 0.02
/** Its median times may be this multiple of the live one's; up to this many µs always pass. */
const timeMultiple = 1.5
const timeAllowance = 20_000

export function requireGoodFigures(
  { worker }: DeployedWorker,
  from: string,
  to: string,
  figures: Figures[],
  say: DeployTools['say'],
): void {
  const [before, after] = [from, to].map((version) =>
    figures.find(({ dimensions }) => dimensions.scriptVersion === version),
  )
  if (!before || !after || Math.min(before.sum.requests, after.sum.requests) < fewestRequests) {
    say(`${worker}: too few requests to compare, ${after?.sum.requests ?? 0} to ${to}`)
    return
  }
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const live = before.sum.errors / before.sum.requests
  const now = after.sum.errors / after.sum.requests
  const worse =
    now > live + errorMargin
      ? [`fails in ${percent(now)} of its requests, the live version in ${percent(live)}`]
      : []
  for (const time of ['cpuTimeP50', 'wallTimeP50'] as const) {
    const limit = Math.max(timeAllowance, before.quantiles[time] * timeMultiple)
    if (after.quantiles[time] > limit)
      worse.push(`has a ${time} of ${after.quantiles[time]} µs, the limit is ${Math.round(limit)}`)
  }
  if (worse.length > 0) throw new ExpectedError(`${worker} ${to} ${worse.join(' and ')}`)
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
