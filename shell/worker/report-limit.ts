/**
 * Limits the reports that one isolate accepts: `perMinute` in all, `perNetwork` of one network. Returns whether it accepts another one of
 * this network, and counts it. Anyone can send reports, so a flood from one network must not displace the reports of others.
 */
export function createReportLimit(perMinute: number, perNetwork: number): (network: string) => boolean {
  let accepted = 0
  let minute = 0
  const byNetwork = new Map<string, number>()
  return (network) => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) {
      minute = now
      accepted = 0
      byNetwork.clear()
    }
    const count = (byNetwork.get(network) ?? 0) + 1
    // Refused reports are not counted, which also bounds the map.
    if (accepted >= perMinute || count > perNetwork) return false
    byNetwork.set(network, count)
    accepted += 1
    return true
  }
}
