import { CountedAnswers, selectAnswers } from '@encre/worker/answers'
import { APIError } from 'cloudflare'
import * as z from 'zod'
import { ExpectedError, type Say } from '../../lib/run-command.ts'
import type { Account } from '../cloudflare/account.ts'
import type { DeployedWorker } from './plan-deployment.ts'

/** What a version did since a deploy began. Times are medians in microseconds. */
export interface Figures {
  answers: number
  /** Answers with a status of 500 or above. */
  failures: number
  cpuTimeP50: number
  wallTimeP50: number
}

interface FiguresTools {
  account: Account
  say: Say
}

/** By version. A version without visitors has none. */
export async function readFigures(
  worker: DeployedWorker,
  since: Date,
  tools: FiguresTools,
): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>()
  for (const { dimensions, quantiles } of await readTimes(worker, since, tools)) {
    figures.set(dimensions.scriptVersion, { answers: 0, failures: 0, ...quantiles })
  }
  for (const { version, status, answers } of await readAnswers(worker, since, tools)) {
    const found = figures.get(version) ?? emptyFigures
    figures.set(version, {
      ...found,
      answers: found.answers + answers,
      failures: found.failures + (status === '5xx' ? answers : 0),
    })
  }
  return figures
}

const emptyFigures: Figures = { answers: 0, failures: 0, cpuTimeP50: 0, wallTimeP50: 0 }

const Times = z.object({
  quantiles: z.object({ cpuTimeP50: z.number(), wallTimeP50: z.number() }),
  dimensions: z.object({ scriptVersion: z.string() }),
})
const TimesRows = z.object({ workersInvocationsAdaptive: z.array(Times) })
const TimesAnswer = z.object({
  data: z.object({ viewer: z.object({ accounts: z.tuple([TimesRows]) }) }),
})

const timesQuery = `query ($account: string, $name: string, $since: Time) { viewer { accounts(filter: {accountTag: $account}) {
  workersInvocationsAdaptive(limit: 100, filter: {scriptName: $name, datetime_geq: $since}) {
    quantiles { cpuTimeP50 wallTimeP50 } dimensions { scriptVersion } } } } }`

/** Not its `errors`: Cloudflare counts a 500 that the code returns as a success. */
async function readTimes({ worker, name }: DeployedWorker, since: Date, { account }: FiguresTools) {
  const variables = { account: account.id, name, since: since.toISOString() }
  const answer: unknown = await account.client.post('/graphql', {
    body: { query: timesQuery, variables },
  })
  const read = z.safeParse(TimesAnswer, answer)
  if (read.success) return read.data.data.viewer.accounts[0].workersInvocationsAdaptive
  throw new ExpectedError(
    `Cloudflare's figures of ${worker} cannot be read. The token needs Account Analytics:Read.\n${JSON.stringify(answer)}`,
  )
}

async function readAnswers(
  { worker, dataset }: DeployedWorker,
  since: Date,
  { account }: FiguresTools,
) {
  const sql = selectAnswers(dataset, since.toISOString(), worker)
  try {
    const answer: unknown = await account.client.post(
      `/accounts/${account.id}/analytics_engine/sql`,
      { body: sql, headers: { 'content-type': 'text/plain' } },
    )
    const json: unknown = typeof answer === 'string' ? JSON.parse(answer) : answer
    return z.parse(CountedAnswers, json).data
  } catch (error) {
    // The dataset appears with its first point.
    if (error instanceof APIError && error.status === 422) return []
    throw error
  }
}

/** With fewer answers, health and sample answers decide alone. */
const fewestAnswers = 50
/** The new version's share of failures may exceed the live one's by this much. */
const failureMargin = 0.02
/** Its median times may be this multiple of the live one's; up to this many µs always pass. */
const timeMultiple = 1.5
const timeAllowance = 20_000

export function requireGoodFigures(
  { worker }: DeployedWorker,
  from: string,
  to: string,
  figures: Map<string, Figures>,
  say: FiguresTools['say'],
): void {
  const before = figures.get(from) ?? emptyFigures
  const after = figures.get(to) ?? emptyFigures
  if (after.answers < fewestAnswers) {
    say(`${worker}: too few answers to compare, ${after.answers} of ${to}`)
    return
  }
  const worse: string[] = []
  // A live version that does not count its answers yet is taken as one without failures.
  const live = before.failures / Math.max(1, before.answers)
  const now = after.failures / after.answers
  if (now > live + failureMargin)
    worse.push(`fails in ${percent(now)} of its answers, the live version in ${percent(live)}`)
  for (const time of ['cpuTimeP50', 'wallTimeP50'] as const) {
    const limit = Math.max(timeAllowance, before[time] * timeMultiple)
    if (after[time] > limit)
      worse.push(`has a ${time} of ${after[time]} µs, the limit is ${Math.round(limit)}`)
  }
  if (worse.length > 0) throw new ExpectedError(`${worker} ${to} ${worse.join(' and ')}`)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
