import { filterQuery, readFilter } from '../filter/gallery-filter.ts'

export interface ComparePath {
  designIds: readonly [string, string] | null
  filter: string
}

/** Reads `/gallery/compare?a=...&b=...`, an address of the route `/gallery/:id`: no design has the id 'compare'. Null for another page. */
export function readComparePath(path: string): ComparePath | null {
  const { pathname, searchParams } = new URL(path, 'https://encre.invalid')
  if (pathname !== '/gallery/compare') return null
  const [a, b] = [searchParams.get('a'), searchParams.get('b')]
  const designIds = a && b && a !== b ? ([a, b] as const) : null
  return { designIds, filter: filterQuery(readFilter(path)) }
}

export function comparePath([a, b]: readonly [string, string], filter: string): string {
  return `/gallery/compare?${new URLSearchParams([['a', a], ['b', b], ...new URLSearchParams(filter)])}`
}
