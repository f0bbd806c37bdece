import { randomUUID } from 'node:crypto'
import type { Account } from '../cloudflare/account.ts'

export interface LogQuestion {
  /** As deployed, such as `encre-gallery`. */
  names: string[]
  request?: string | undefined
  version?: string | undefined
  errors: boolean
  hours: number
}

/** More than a request writes. Of a version or of errors, the newest. */
const mostLines = 200

/** wrangler only follows what comes (`wrangler tail`). What was kept is asked as by the dashboard. */
export async function readLogs(
  { client, id }: Account,
  { names, request, version, errors, hours }: LogQuestion,
): Promise<string[]> {
  const wanted = [
    ['$metadata.service', 'in', names.join(',')],
    ['requestId', 'eq', request],
    ['$workers.scriptVersion.id', 'eq', version],
    ['$metadata.level', 'eq', errors && 'error'],
  ] as const
  const filters = wanted.flatMap(([key, operation, value]) =>
    value ? [{ key, operation, value, type: 'string' as const }] : [],
  )
  const to = Date.now()
  const answer = await client.workers.observability.telemetry.query({
    account_id: id,
    queryId: randomUUID(),
    timeframe: { from: to - hours * 60 * 60 * 1000, to },
    view: 'events',
    limit: mostLines,
    parameters: {
      datasets: ['cloudflare-workers'],
      filterCombination: 'and',
      filters,
    },
  })
  const events = answer.events?.events ?? []
  return events
    .toSorted((one, other) => one.timestamp - other.timestamp)
    .map(({ timestamp, source, $metadata }) =>
      [new Date(timestamp).toISOString(), $metadata.service, JSON.stringify(source)].join('  '),
    )
}
