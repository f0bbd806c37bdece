/** Every feature's worker implements this for the shell's cron. */
export interface Maintenance {
  /** Deletes what has expired and restarts what has stalled. Called every minute. Resolves to counts for the log. */
  sweep(): Promise<Record<string, number>>
}
