import type { DesignPage, ListedDesign } from '@encre/gallery-worker/contract'

/** The designs of one filter that are on the page. */
export interface DesignList {
  designs: ListedDesign[]
  /** The cursor of the following page, or null. */
  next: string | null
  /** How many designs the member has, or null if the worker did not say. */
  total: number | null
  /** The request for the following page. */
  more: { status: 'idle' | 'loading' } | { status: 'failed'; code: string }
  /** Pages that scrolling has loaded since the last click. */
  scrolledPages: number
}

/** By the query of the filter. */
export type DesignLists = ReadonlyMap<string, DesignList>

/**
 * Puts a newly read first page in front of the pages that follow it. When it does not reach the known designs, or is the only page,
 * the list starts again with it. Designs that did not change stay the same objects, so that their cards are not rendered again.
 */
export function mergeFirstPage(known: DesignList | undefined, page: DesignPage): DesignList {
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
export function changeDesigns(lists: DesignLists, change: (design: ListedDesign) => ListedDesign): DesignLists {
  return new Map(
    [...lists].map(([key, list]) => {
      const designs = list.designs.map(change)
      return [key, designs.some((design, index) => design !== list.designs[index]) ? { ...list, designs } : list]
    }),
  )
}

/** Adds or replaces a list. Keeps only it and the list of all designs, so that a member who searches a lot does not fill the memory. */
export function withList(lists: DesignLists, key: string, list: DesignList): DesignLists {
  const base = lists.get('')
  return new Map([...(base && key !== '' ? ([['', base]] as const) : []), [key, list] as const])
}

function isSame(a: ListedDesign, b: ListedDesign): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
