import type { Insight } from '@encre/protocol/insight'
import { getChannel, listHistory } from '../registry/channels/channels-store.ts'
import { listReportsByHour } from '../registry/health-reports/health-reports-store.ts'
import { listRemotes, listVersions } from '../registry/releases/releases-store.ts'
import type { TokenHolder } from '../registry/tokens/require-token.ts'
import { listGrowth } from './counters/counters-store.ts'
import { readCounters } from './counters/read-counters.ts'
import { listVitals } from './vitals/vitals-store.ts'

/** What the holder of a token may see of the days since `date`. A team sees its own remote only. */
export async function readInsight(env: Env, { remote, author }: TokenHolder, date: Date): Promise<Insight> {
  const names = remote === null ? await listRemotes(env.DB) : [remote]
  const [remotes, vitals, counters] = await Promise.all([
    Promise.all(names.map((name) => readRemote(env.DB, name, date))),
    listVitals(env.DB, date, remote),
    readCounters(env),
  ])
  const growth = await listGrowth(env.DB, date, remote === null ? counters : counters.filter(({ feature }) => feature === remote))
  return { holder: { remote, author }, since: date.toISOString(), at: new Date().toISOString(), remotes, ...vitals, counters: growth }
}

async function readRemote(db: D1Database, remote: string, date: Date): Promise<Insight['remotes'][number]> {
  const [channel, versions, history, reports] = await Promise.all([
    getChannel(db, remote),
    listVersions(db, remote),
    listHistory(db, remote),
    listReportsByHour(db, remote, date),
  ])
  return { ...channel, versions, history, reports }
}
