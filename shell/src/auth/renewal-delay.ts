const renewBeforeExpirySeconds = 300
/** The longest delay of a browser's timer; a longer one fires at once. */
const maximumTimerMs = 2 ** 31 - 1

/** Seconds between two renewals, at least. */
const minimumDelaySeconds = 10

/** Milliseconds until the renewal of a token that is valid for `expiresIn` seconds: 300 s before it expires, or half-way if it is short. */
export function renewalDelay(expiresIn: number): number {
  const early = expiresIn - renewBeforeExpirySeconds
  const seconds = early >= minimumDelaySeconds ? early : Math.max(expiresIn / 2, 1)
  return Math.min(seconds * 1000, maximumTimerMs)
}
