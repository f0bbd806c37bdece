/** The moment of a press, as `AgeMs` says it. Null without it. */
export function momentOf(ageMs: number | undefined): string | null {
  return ageMs === undefined ? null : new Date(Date.now() - ageMs).toISOString()
}
