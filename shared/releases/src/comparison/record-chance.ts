// This function runs in the page: `recorder.ts` sends its text there.

/**
 * Makes `Math.random` a series that every visit gets again: what a page draws by lot is the same in
 * all. Returns what begins another series, by name.
 */
export function recordChance(): (series: string) => void {
  let state = 0
  // The generator "mulberry32".
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return (series) => {
    state = 0
    for (const letter of series) state = (Math.imul(state, 31) + (letter.codePointAt(0) ?? 0)) | 0
  }
}
