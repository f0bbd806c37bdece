/** The moment of a press, as `AgeMs` says it. Null without it. */
export function momentOf(ageMs: number | undefined): string | null {
  return ageMs === undefined ? null : new Date(Date.now() - ageMs).toISOString()
}

/**
 * A condition of SQL with one parameter: the time of a press, or null. True if the time in `column`
 * is no later, and always for null: '9' sorts after every time.
 */
export function unchangedSince(column: string): string {
  return `coalesce(${column}, '') <= coalesce(?, '9')`
}
