import { withTimeout } from '@encre/protocol/timeout'
import { type Insight, type InsightErrors, insightDays } from '@encre/releases/insight'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import type { Counter } from '@encre/worker/feature'
import { logError } from '@encre/worker/log'
import { isoDate } from '@encre/worker/moment'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { listFeatures } from '../features/features.ts'
import { daysAgo } from '../lifetimes.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import { problem } from '../problem.ts'
import { getChannel, listHistory } from '../registry/channels/channels-store.ts'
import { listReportsByHour } from '../registry/channels/health-reports-store.ts'
import { describeVerdict } from '../registry/channels/judge-canary.ts'
import { listReleases, readLiveRemotes } from '../registry/releases/live-remotes.ts'
import { listNeeds } from '../registry/releases/release-check.ts'
import { listRemotes, listVersions } from '../registry/releases/releases-store.ts'
import { readReacts } from '../registry/shells/reacts.ts'
import { readAsset } from '../registry/shells/shells-store.ts'
import type { TokenHolder } from '../registry/tokens/require-token.ts'
import type { SiteEnv } from '../site-env.ts'
import { readAnswers } from './answers.ts'
import { listPageErrors } from './errors/page-errors-store.ts'
import { createStackReader } from './errors/readable-stacks.ts'
import { readSiteCounters } from './metrics.ts'
import { type OperatorEnv, requireOperator, session } from './operators.ts'
import { reports } from './reports.ts'
import { listVitals } from './vitals/vitals-store.ts'

const Days = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(insightDays.maximum)),
  insightDays.default,
)

/** `/api/releases/insight`: what happens on the site, for operators. */
export const insight = new Hono<OperatorEnv>()
  .route('/session', session)
  .use(requireOperator)

  .get('/', async (c) => {
    const since = readSince(c.req.query('days'))
    return since
      ? c.json(await readInsight(c.env, c.var.holder, since))
      : problem(c, 400, 'invalid-request')
  })

  .get('/errors', async (c) => {
    const since = readSince(c.req.query('days'))
    if (!since) return problem(c, 400, 'invalid-request')
    const readStack = createStackReader(c.env.RELEASES)
    const errors = await listPageErrors(c.env.DB, since, c.var.holder.remote)
    return c.json<InsightErrors>({
      errors: await Promise.all(
        errors.map(async (one) => ({ ...one, ...(await readStack(one.stack)) })),
      ),
    })
  })
  .route('/reports', reports)

function readSince(days: string | undefined): string | null {
  const parsed = z.safeParse(Days, days)
  return parsed.success ? daysAgo(parsed.data) : null
}

async function readInsight(
  env: Env,
  { remote, author }: TokenHolder,
  date: string,
): Promise<Insight> {
  const names = remote === null ? await listRemotes(env.DB) : [remote]
  const [remotes, vitals, answers, counters] = await Promise.all([
    Promise.all(names.map((name) => readRemote(env, name, date))),
    listVitals(env.DB, date, remote),
    readAnswers(env, remote, date),
    readCounters(env, remote),
  ])
  return {
    holder: { remote, author },
    since: date,
    at: isoDate(),
    remotes,
    ...vitals,
    answers,
    counters,
  }
}

/**
 * The present figures of every feature and of the site, or of one feature. A worker that does not
 * answer is left out.
 */
async function readCounters(env: Env, only: string | null): Promise<Insight['counters']> {
  const features = listFeatures(env).filter(({ name }) => only === null || name === only)
  const pending = features.map(({ name, worker }) =>
    readWorkerCounters(name, worker.readCounters()),
  )
  if (only === null) pending.push(readWorkerCounters('shell', readSiteCounters(env)))
  return (await Promise.all(pending)).flat()
}

async function readWorkerCounters(
  feature: string,
  pending: Promise<Counter[]>,
): Promise<Insight['counters']> {
  try {
    const counters = await withTimeout(pending, dependencyTimeoutMs, `the counters of ${feature}`)
    return counters.map(({ name, labels, value }) => ({
      feature,
      name,
      labels,
      total: value,
      byHour: [],
    }))
  } catch (error) {
    logError(error, { event: 'counters', feature })
    return []
  }
}

async function readRemote(
  env: Env,
  remote: string,
  date: string,
): Promise<Insight['remotes'][number]> {
  const { DB: db } = env
  const [channel, verdict, versions, history, reports, needs] = await Promise.all([
    getChannel(db, remote),
    describeVerdict(db, remote),
    listVersions(db, remote),
    listHistory(db, remote),
    listReportsByHour(db, remote, date),
    readNeeds(env, remote),
  ])
  return {
    ...channel,
    ...(verdict && {
      verdict: { text: `${verdict.share} %: ${verdict.text}`, isWorse: verdict.isWorse },
    }),
    versions,
    history,
    reports,
    needs,
  }
}

async function readNeeds(env: Env, remote: string): Promise<string[]> {
  const [remotes, reacts] = await Promise.all([readLiveRemotes(env), readReacts(env)])
  const releases = (remotes ?? []).filter((entry) => entry.remote === remote).flatMap(listReleases)
  return releases.flatMap((release) =>
    listNeeds(release, reacts).map((need) => `${release.version}: ${need}`),
  )
}

// This page loads no remote.
const runtimeLink = /<link [^>]*\/federation\.[^>]*>/

/**
 * `/status`: the operators' page. It contains no figures: it asks for them with the cookie of a
 * session.
 */
export const statusPage = new Hono<SiteEnv>().get('/', async (c) => {
  const html = await (await readAsset(c.env, '/status.html')).text()
  return c.html(html.replace(runtimeLink, ''), 200, {
    ...pageHeaders(c.env),
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  })
})
