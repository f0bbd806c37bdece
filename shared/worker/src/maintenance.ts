/** One value of a counter, which only grows. */
export interface Counter {
  /** As in Prometheus: `encre_generations_ended_total`. */
  name: string
  labels: Record<string, string>
  value: number
}

/** Every feature's worker implements this for the shell's cron and for the operators' page. */
export interface Maintenance {
  /** Deletes what has expired and restarts what has stalled. Called every minute. Resolves to counts for the log. */
  sweep(): Promise<Record<string, number>>
  /** The worker's counters. Empty for a worker that counts nothing. */
  readCounters(): Promise<Counter[]>
}
