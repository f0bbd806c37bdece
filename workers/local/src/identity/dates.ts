/**
 * A date as every table stores it: ISO 8601 text, which sorts by time. `seconds` from now, negative
 * for the past.
 */
export function isoDate(seconds = 0): string {
  return new Date(Date.now() + seconds * 1000).toISOString()
}
