import { dayMs } from '@encre/worker/moment'

// When an artist's link opens, rests and ends, as a table. `links-store.ts` reads it in every
// statement; `links.ts` answers the member, `link-pages.ts` whoever opens the address.

/**
 * `open`: the address shows the design. `resting`: its design is deleted, and can be restored.
 * `ended`: for good.
 */
export type LinkState = 'open' | 'resting' | 'ended'

export type LinkEvent = 'revoke' | 'delete' | 'restore' | 'remove' | 'stop' | 'expire' | 'erase'

interface LinkStateRow {
  /** Whether the address shows the design, takes answers and records openings. */
  opens: boolean
  /** For how long a report is accepted, counted from the end of the link. */
  reportsFor: number
  next: Readonly<Record<LinkEvent, LinkState>>
}

const ended = {
  revoke: 'ended',
  remove: 'ended',
  stop: 'ended',
  expire: 'ended',
  erase: 'ended',
} as const

/** `remove`: the time to restore the design is over. `stop`: an operator ends its sharing. */
export const linkStates: Readonly<Record<LinkState, LinkStateRow>> = {
  open: {
    opens: true,
    reportsFor: Number.POSITIVE_INFINITY,
    next: { ...ended, delete: 'resting', restore: 'open' },
  },
  resting: {
    opens: false,
    reportsFor: Number.POSITIVE_INFINITY,
    next: { ...ended, delete: 'resting', restore: 'open' },
  },
  ended: {
    opens: false,
    reportsFor: dayMs,
    next: { ...ended, delete: 'ended', restore: 'ended' },
  },
}

/** The state as a column of `links` left joined with `designs`. Its one value is the time. */
export const stateColumn = `case
  when links.expires_at <= ? or designs.id is null then 'ended'
  when designs.deleted_at is not null then 'resting'
  else 'open' end as state`
