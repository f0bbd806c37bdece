import type { DesignPage, ListedDesign } from '@encre/gallery-worker/contract'

/** The designs of one filter that are on the page. */
export interface Library {
  designs: ListedDesign[]
  /** The cursor of the following page, or null. */
  next: string | null
  /** How many designs the member has, or null if the worker did not say. */
  total: number | null
  /** The request for the following page. */
  more: { status: 'idle' | 'loading' } | { status: 'failed'; code: string }
  /** Pages that came by scrolling since the last click. */
  scrolledPages: number
}

/** By filter. */
export type Libraries = ReadonlyMap<string, Library>

/**
 * Puts a newly read first page in front of the pages that follow it. When it does not reach the known designs, or is the only page,
 * the list starts again with it. Designs that did not change stay the same objects, so that their cards are not rendered again.
 */
export function mergeFirstPage(known: Library | undefined, page: DesignPage): Library {
  const total = page.total ?? null
  const byId = new Map(known?.designs.map((design) => [design.id, design]))
  const designs = page.designs.map((design) => {
    const before = byId.get(design.id)
    return before && isSame(before, design) ? before : design
  })
  const end = known?.designs.findIndex(({ id }) => id === designs.at(-1)?.id) ?? -1
  if (!known || page.next === null || end === -1) {
    return { designs, next: page.next, total, more: { status: 'idle' }, scrolledPages: 0 }
  }
  const fresh = new Set(designs.map(({ id }) => id))
  const following = known.designs.slice(end + 1).filter(({ id }) => !fresh.has(id))
  // The page's own cursor, unless a later page has been read.
  return { ...known, designs: [...designs, ...following], next: following.length > 0 ? known.next : page.next, total }
}

/** Replaces designs in every list. */
export function changeDesigns(libraries: Libraries, change: (design: ListedDesign) => ListedDesign): Libraries {
  return new Map(
    [...libraries].map(([key, library]) => {
      const designs = library.designs.map(change)
      return [key, designs.some((design, index) => design !== library.designs[index]) ? { ...library, designs } : library]
    }),
  )
}

/** Keeps the list of all designs and one other, so that a member who searches does not fill the memory. */
export function withLibrary(libraries: Libraries, key: string, library: Library): Libraries {
  const base = libraries.get('')
  return new Map([...(base && key !== '' ? ([['', base]] as const) : []), [key, library] as const])
}

function isSame(a: ListedDesign, b: ListedDesign): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
