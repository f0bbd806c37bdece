import { mostSearchCharacters, mostSearchWords } from '@encre/gallery-worker/contract'
import { styles as catalogue } from '@encre/protocol/catalogue'
import { queryOf } from '@encre/protocol/links'

/** Which designs the gallery shows, and in which order. The address holds it. */
export interface GalleryFilter {
  style: string | null
  words: string
  favouritesOnly: boolean
  order: 'newest' | 'oldest'
}

export function readFilter(path: string): GalleryFilter {
  const searchParams = queryOf(path)
  const style = searchParams.get('style')
  return {
    style: catalogue.find(({ id }) => id === style)?.id ?? null,
    words: cleanWords(searchParams.get('q') ?? ''),
    favouritesOnly: searchParams.get('favourites') === 'true',
    order: searchParams.get('sort') === 'oldest' ? 'oldest' : 'newest',
  }
}

/**
 * The filter as a query, for the page's address and for the worker. '' for all designs, newest
 * first.
 */
export function filterQuery({ style, words, favouritesOnly, order }: GalleryFilter): string {
  return new URLSearchParams({
    ...(style && { style }),
    ...(words && { q: words }),
    ...(favouritesOnly && { favourites: 'true' }),
    ...(order === 'oldest' && { sort: order }),
  }).toString()
}

export function galleryPath(filter: string): string {
  return filter ? `/gallery?${filter}` : '/gallery'
}

/** Whether the filter may leave designs out: an empty list then does not mean an empty gallery. */
export function isNarrowed({ style, words, favouritesOnly }: GalleryFilter): boolean {
  return style !== null || words !== '' || favouritesOnly
}

/** The searched words, cut to what the worker accepts: an address may hold more. */
export function cleanWords(text: string): string {
  return text
    .trim()
    .slice(0, mostSearchCharacters)
    .split(/\s+/u)
    .slice(0, mostSearchWords)
    .join(' ')
}

export const deletedPath = '/gallery?vue=supprimes'

export function isDeletedPath(path: string): boolean {
  return queryOf(path).get('vue') === 'supprimes'
}
