import { dayMs, hourMs } from '@encre/worker/moment'
// How long this worker stores data. The privacy page states these durations.

/**
 * Support can look up an ended generation for this time, and its idempotency key creates no second
 * one.
 */
export const endedGenerationLifetimeMs = 30 * dayMs
export const usageLifetimeMs = 7 * dayMs
/** A request that was cancelled before its arrival can arrive within this time. */
export const withdrawnKeyLifetimeMs = 24 * hourMs
export const newAccountMs = 7 * dayMs
export const referenceLifetimeMs = 24 * hourMs
export const saveTimeoutMs = 24 * hourMs
