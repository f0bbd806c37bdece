import { selectErasedOwners } from '@encre/worker/erased-owners'
import { definePlaces } from '@encre/worker/places'
import { referenceLifetimeMs } from '../lifetimes.ts'

/** What costs here, besides images. `npm run check` compares the table in SECURITY.md. */
export const places = definePlaces(selectErasedOwners, {
  upload: {
    work: 'a reference or a mask',
    limit: 40,
    per: 'member',
    lasts: referenceLifetimeMs,
  },
})
