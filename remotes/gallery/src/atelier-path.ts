import { designPath } from '@encre/protocol/links'
import { filterQuery, readFilter } from './gallery-filter.ts'

export const views = ['calque', 'vieillissement', 'peau', 'fiche'] as const
export type View = (typeof views)[number]

export interface AtelierPath {
  designId: string
  view: View
  /** The query of the gallery's filter, or ''. Previous and next follow it. */
  filter: string
}

/**
 * A page that compared two designs, until November 2026. Links to it are still around, and no
 * design has this id.
 */
const formerComparison = 'compare'

/**
 * Reads `/gallery/:id?vue=fiche&style=dotwork`. Null for another page, and for the former
 * comparison.
 */
export function readAtelierPath(path: string): AtelierPath | null {
  const { pathname, searchParams } = new URL(path, 'https://encre.invalid')
  const segment = pathname.match(/^\/gallery\/([^/]+)$/)?.[1]
  if (!segment || segment === formerComparison) return null
  return {
    designId: decode(segment),
    view: readView(searchParams),
    filter: filterQuery(readFilter(path)),
  }
}

export function readView(query: URLSearchParams): View {
  return views.find((view) => view === query.get('vue')) ?? 'calque'
}

export function atelierPath(designId: string, filter: string, view: View = 'calque'): string {
  const query = new URLSearchParams(filter)
  if (view !== 'calque') query.set('vue', view)
  return `${designPath(designId)}${query.size > 0 ? `?${query}` : ''}`
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
