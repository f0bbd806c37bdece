/** Reports on a canary before it is judged. A rate over fewer reports divides by this number, so that the first report decides nothing. */
export const minimumReports = 50
