const renewBefore = 300
/** What a browser's timer holds; beyond it fires at once. */
const longestTimer = 2 ** 31 - 1

/** Milliseconds until a token that lives `expiresIn` seconds is renewed: 300 s before its end, or half-way for a short one. */
export function renewalDelay(expiresIn: number): number {
  const seconds = Math.max(expiresIn - renewBefore, expiresIn / 2, 1)
  return Math.min(seconds * 1000, longestTimer)
}
