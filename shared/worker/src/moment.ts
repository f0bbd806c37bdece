export const hourMs = 60 * 60 * 1000
export const dayMs = 24 * hourMs

/**
 * A date as every table stores it: ISO 8601 text, which sorts by time. `milliseconds` from now,
 * negative for the past.
 */
export function isoDate(milliseconds = 0): string {
  return new Date(Date.now() + milliseconds).toISOString()
}

/** The end of today, in UTC, as `isoDate`. */
export function endOfDay(): string {
  const now = new Date()
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  return new Date(end).toISOString()
}

/** The moment of a press, as `AgeMs` says it. Null without it. */
export function momentOf(ageMs: number | undefined): string | null {
  return ageMs === undefined ? null : isoDate(-ageMs)
}

/**
 * A condition of SQL with one parameter: the time of a press, or null. True if the time in `column`
 * is no later, and always for null: '9' sorts after every time.
 */
export function unchangedSince(column: string): string {
  return `coalesce(${column}, '') <= coalesce(?, '9')`
}

/**
 * Longer than any access token lives. They were valid for a day: docs/runbooks.md says when this
 * follows the tenant.
 */
export const tokenLifetimeMs = 25 * hourMs
