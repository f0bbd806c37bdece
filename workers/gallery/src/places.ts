import { selectErasedOwners } from '@encre/worker/erased-owners'
import { definePlaces } from '@encre/worker/places'
import { mostAnswers, mostImports } from './contract.ts'
import { archiveLifetimeMs, longestLinkMs } from './lifetimes.ts'

/** What costs here. `npm run check` compares the table in SECURITY.md. */
export const places = definePlaces(selectErasedOwners, {
  import: {
    work: 'a drawing kept from /calque',
    limit: mostImports,
    per: 'member',
    lasts: 'day',
  },
  archive: {
    work: 'a ZIP of designs',
    limit: 20,
    per: 'member',
    lasts: archiveLifetimeMs,
  },
  answer: { work: 'an answer to a link', limit: mostAnswers, per: 'link', lasts: longestLinkMs },
  report: { work: 'a report of a link', limit: 5, per: 'link and network', lasts: longestLinkMs },
})
