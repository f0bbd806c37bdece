import { dayMs } from '@encre/worker/moment'
import { linkDays } from './contract.ts'

/** A signed URL is valid for one to two of these periods. The privacy page states the duration. */
export const signaturePeriodSeconds = 6 * 60 * 60

/** How long a deleted design can be restored. The privacy page states the duration. */
export const undoPeriodMs = dayMs

/** How long the address of a download opens. */
export const archiveLifetimeMs = 10 * 60 * 1000

/** Of a link for the artist, and of what its visitors may do. */
export const longestLinkMs = Math.max(...linkDays) * dayMs

/** How long operators can see the picture of a reported link. The privacy page states the duration. */
export const reportHoldMs = 14 * dayMs

/** How long a report and its decision are kept. The privacy page states the duration. */
export const reportLifetimeMs = 183 * dayMs

/** How long the version before knew that a link has ended. */
export const endedLinkLifetimeMs = dayMs

/**
 * How long an address that has ended is known as such: a repeat opens nothing again. Links are known
 * as long as their reports too. The privacy page states the duration.
 */
export const endedAddressMemoryMs = 90 * dayMs
