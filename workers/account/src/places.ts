import { definePlaces } from '@encre/worker/places'
import { exportLifetimeMs, exportLinkLifetimeMs, passwordAttemptLifetimeMs } from './lifetimes.ts'

/** What costs here. `npm run check` compares the table in SECURITY.md. */
export const places = definePlaces('select member_id from erasures', {
  export: { work: 'a download of all data', limit: 5, per: 'member', lasts: exportLifetimeMs },
  download: {
    work: 'an address of that download',
    limit: 20,
    per: 'member',
    lasts: exportLinkLifetimeMs,
  },
  password: {
    work: 'a try at the current password',
    limit: 10,
    per: 'member',
    lasts: passwordAttemptLifetimeMs,
  },
})
