/**
 * Counts log lines of one kind: true while this isolate has written fewer than `perMinute` in the current minute, and fewer than
 * `perSender` of this sender. Anyone can report: a flood must neither hide the rest of the log nor the reports of others.
 */
export function createLogLimit(perMinute: number, perSender = perMinute): (sender?: string) => boolean {
  let written = 0
  let minute = 0
  const bySender = new Map<string, number>()
  return (sender = '') => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) {
      minute = now
      written = 0
      bySender.clear()
    }
    const count = (bySender.get(sender) ?? 0) + 1
    // Only what is written counts for everybody, which also bounds the map.
    if (written >= perMinute || count > perSender) return false
    bySender.set(sender, count)
    written += 1
    return true
  }
}
