/**
 * How long a backup is kept. It contains members who erased their account since, so it must not outlive the list of erasures
 * (`erasureListLifetimeMs` of the account worker). The privacy page states the duration.
 */
export const backupLifetimeMs = 30 * 24 * 60 * 60 * 1000
