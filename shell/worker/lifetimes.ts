import { dayMs, isoDate } from '@encre/worker/moment'

// How long this worker stores data. The privacy page states these durations.
export const healthReportDays = 30
export const visitorCookieSeconds = 180 * 24 * 60 * 60
/** As long as a browser keeps a file of the site. */
export const reloadCookieSeconds = 365 * 24 * 60 * 60
export const previewMs = dayMs
export const pageErrorDays = 30
export const vitalsDays = 30
export const operatorSessionSeconds = 60 * 60

/** As a table stores it. */
export function daysAgo(days: number): string {
  return isoDate(-days * dayMs)
}
