import { hourMs } from '@encre/worker/moment'

// How long this worker stores data. The privacy page states these durations.

export const passwordAttemptLifetimeMs = hourMs
/**
 * From the moment when an export is ready. One that does not get ready within this time is deleted
 * too.
 */
export const exportLifetimeMs = 24 * hourMs
/**
 * How long the address of an export opens without a token in the header, so that an interrupted
 * download can continue.
 */
export const exportLinkLifetimeMs = hourMs
/** How long an address that has ended is known as such: a repeated request opens nothing again. */
export const endedAddressMemoryMs = 90 * 24 * hourMs
/**
 * A backup is kept for 30 days, so no backup is older than this list when it is restored.
 * `docs/runbooks.md`
 */
export const erasureListLifetimeMs = 35 * 24 * hourMs
