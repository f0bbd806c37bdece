/** `2026-11-21 14:05`: an ISO date without its seconds, in UTC. */
export function formatTime(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}
