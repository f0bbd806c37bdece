const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Every UTC hour of a period as `2026-11-21T14`, from the hour of `since` to that of `until`. */
export function listHours(since: string, until: string): string[] {
  return listTimes(since, until, hourMs).map((time) => time.slice(0, 13))
}

export function listDays(since: string, until: string): string[] {
  return listTimes(since, until, dayMs).map((time) => time.slice(0, 10))
}

function listTimes(since: string, until: string, stepMs: number): string[] {
  const start = Math.floor(Date.parse(since) / stepMs) * stepMs
  const count = Math.floor((Date.parse(until) - start) / stepMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => new Date(start + index * stepMs).toISOString())
}

/** Seconds since 1970 of an hour as `2026-11-21T14`, or of a day as `2026-11-21`. */
export function secondsOf(time: string): number {
  return Date.parse(time.length === 10 ? `${time}T00:00:00Z` : `${time}:00:00Z`) / 1000
}

/** Adds a last point to series of counts by hour: a step chart draws the width of an hour up to the next point. */
export function closeSteps(hours: string[], values: number[][]): { times: number[]; values: number[][] } {
  const starts = hours.map(secondsOf)
  const end = (starts.at(-1) ?? 0) + hourMs / 1000
  return { times: [...starts, end], values: values.map((one) => [...one, one.at(-1) ?? 0]) }
}

/** `2026-11-21 14:05`: an ISO date without its seconds, in UTC. */
export function formatTime(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}
