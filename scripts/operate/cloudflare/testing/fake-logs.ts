import { type Body, refusal } from './fake-storage.ts'

export interface KeptLog {
  at: Date
  worker: string
  version: string
  level: 'log' | 'error'
  source: Record<string, unknown>
}

/** https://developers.cloudflare.com/workers/observability/logs/workers-logs: days of the paid plan. */
const keptMs = 7 * 24 * 60 * 60 * 1000

/**
 * https://developers.cloudflare.com/api/resources/workers/subresources/observability: events that
 * pass every filter.
 */
export function queryLogs(logs: KeptLog[], { queryId, timeframe, parameters, view }: Body) {
  const { from, to } = Object(timeframe)
  if (!queryId || !(from < to) || view !== 'events') throw refusal(400, 10001, 'Invalid query')
  const filters: { key: string; operation: string; value: string }[] = Object(parameters).filters
  const events = logs
    .filter(({ at }) => at.getTime() >= Math.max(from, Date.now() - keptMs) && at.getTime() <= to)
    .map(({ at, worker, version, level, source }) => ({
      timestamp: at.getTime(),
      source,
      $metadata: { service: worker, level },
      $workers: { scriptVersion: { id: version } },
    }))
    .filter((event) => filters.every((filter) => passes(event, filter)))
  return { events: { count: events.length, events } }
}

function passes(
  event: { source: Record<string, unknown> },
  { key, operation, value }: { key: string; operation: string; value: string },
): boolean {
  let found: unknown = { ...event, ...event.source }
  for (const part of key.split('.')) {
    found = Object(found)[part]
  }
  if (operation === 'in') return value.split(',').includes(String(found))
  if (operation === 'eq') return found === value
  throw refusal(400, 10001, `Unknown operation ${operation}`)
}
