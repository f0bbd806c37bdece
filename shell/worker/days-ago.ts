const dayMs = 86_400_000

/** The time `days` days ago. */
export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * dayMs)
}
