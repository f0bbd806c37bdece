/** Counts log lines of one kind: true while this isolate has written fewer than `perMinute` in the current minute. Anyone can report, and a flood must not hide the rest of the log. */
export function createLogLimit(perMinute: number): () => boolean {
  let written = 0
  let minute = 0
  return () => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) {
      minute = now
      written = 0
    }
    written += 1
    return written <= perMinute
  }
}
