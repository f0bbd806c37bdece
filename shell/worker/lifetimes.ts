// How long this worker stores data. The privacy page states these durations.
export const healthReportDays = 30
export const visitorCookieSeconds = 180 * 24 * 60 * 60
