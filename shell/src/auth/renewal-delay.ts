const renewBeforeExpirySeconds = 300
/** A token that would be renewed sooner than this is renewed half-way instead: a short one would be renewed all the time. */
const minimumEarlyDelaySeconds = 10
/** For a token that has expired already. */
const minimumDelaySeconds = 1
/** The longest delay of a browser's timer; a longer one fires at once. */
const maximumTimerMs = 2 ** 31 - 1

/** Milliseconds until the renewal of a token that is valid for `expiresIn` seconds: 300 s before it expires, or half-way if it is short. */
export function renewalDelay(expiresIn: number): number {
  const early = expiresIn - renewBeforeExpirySeconds
  const seconds = early >= minimumEarlyDelaySeconds ? early : Math.max(expiresIn / 2, minimumDelaySeconds)
  return Math.min(seconds * 1000, maximumTimerMs)
}
