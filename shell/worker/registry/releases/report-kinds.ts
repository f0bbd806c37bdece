/** Seconds after which a started version without a result counts as silent. A healthy one reports within 20 s. */
export const silentAfterSeconds = 60

/** True for a report `started` that no other report followed in time. */
const isSilent = `outcome = 'started' and at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${silentAfterSeconds} seconds')`

/** SQL conditions on a row of `health_reports`, for counts. */
export const reportKinds = {
  failure: "outcome in ('load-failed', 'error')",
  silence: isSilent,
  /** A report that says something about the version. */
  result: `(outcome in ('ok', 'load-failed', 'error') or ${isSilent})`,
}
