const renewBefore = 300
/** What a browser's timer holds; beyond it fires at once. */
const longestTimer = 2 ** 31 - 1

/** Renewing more often than this would be nothing but renewing. */
const shortest = 10

/** Milliseconds until a token that lives `expiresIn` seconds is renewed: 300 s before its end, or half-way where that is too soon. */
export function renewalDelay(expiresIn: number): number {
  const early = expiresIn - renewBefore
  const seconds = early >= shortest ? early : Math.max(expiresIn / 2, 1)
  return Math.min(seconds * 1000, longestTimer)
}
