import type { DesignPage, ListedDesign } from '@encre/gallery-worker/contract'
import { countMessage } from '../messages.ts'

// What the gallery's page shows, and what each event changes, without a DOM. `use-designs.ts`
// reads the worker, `use-gallery-actions.ts` acts, `gallery-page.tsx` shows.

export interface DesignList {
  designs: ListedDesign[]
  next: string | null
  /** How many designs the member has, or null if the worker did not say. */
  total: number | null
  more: { status: 'idle' | 'loading' } | { status: 'failed'; code: string }
  scrolledPages: number
}

/** What a card says of a change that was sent: still without an answer, or why it is not saved. */
export type CardMark =
  | 'saving'
  | {
      title: string
      lang?: 'en'
      reason: string
      button: { text: string; onPress: () => void }
    }

export interface GalleryState {
  memberId: string | undefined
  lists: ReadonlyMap<string, DesignList>
  /** Designs that the member has deleted. The lists may still hold them. */
  hiddenIds: ReadonlySet<string>
  selectedIds: ReadonlySet<string> | null
  designsToDelete: ListedDesign[]
  marks: ReadonlyMap<string, CardMark>
  /**
   * What was just deleted and can be taken back. `turn` counts the deletes: each has its own
   * notice.
   */
  undoable: { turn: number; ids: string[] } | null
  undoFailure: string | null
  downloadFailure: string | null
}

export function openState(memberId: string | undefined): GalleryState {
  return {
    memberId,
    lists: new Map(),
    hiddenIds: new Set(),
    selectedIds: null,
    designsToDelete: [],
    marks: new Map(),
    undoable: null,
    undoFailure: null,
    downloadFailure: null,
  }
}

export type Change = (state: GalleryState) => GalleryState

export const readFirstPage =
  (filter: string, page: DesignPage): Change =>
  (state) => ({
    ...state,
    lists: withList(state.lists, filter, mergeFirstPage(state.lists.get(filter), page)),
  })

/**
 * Changes the list that ends at `cursor`. A list that has started again meanwhile stays as it is.
 */
export const changeEnd =
  (filter: string, cursor: string, change: (list: DesignList) => Partial<DesignList>): Change =>
  (state) => {
    const list = state.lists.get(filter)
    return list?.next === cursor
      ? { ...state, lists: new Map(state.lists).set(filter, { ...list, ...change(list) }) }
      : state
  }

export function withNextPage(
  { designs, scrolledPages }: DesignList,
  page: DesignPage,
  byScrolling: boolean,
): Partial<DesignList> {
  const known = new Set(designs.map(({ id }) => id))
  return {
    designs: [...designs, ...page.designs.filter(({ id }) => !known.has(id))],
    next: page.next,
    more: { status: 'idle' },
    scrolledPages: byScrolling ? scrolledPages + 1 : 0,
  }
}

export const markFavourites =
  (ids: string[], favourite: boolean): Change =>
  (state) => {
    const mark = (design: ListedDesign) =>
      ids.includes(design.id) && design.favourite !== favourite ? { ...design, favourite } : design
    const lists = new Map(
      [...state.lists].map(([key, list]) => {
        const designs = list.designs.map(mark)
        return [
          key,
          designs.some((design, index) => design !== list.designs[index])
            ? { ...list, designs }
            : list,
        ]
      }),
    )
    return { ...state, lists }
  }

export const toggleSelected =
  (designId: string): Change =>
  (state) => {
    if (!state.selectedIds) return state
    const selectedIds = new Set(state.selectedIds)
    if (!selectedIds.delete(designId)) selectedIds.add(designId)
    return { ...state, selectedIds }
  }

/**
 * Removes designs from the page, before the gallery has answered. A selection ends with its delete.
 */
export const startDeletion =
  (ids: string[]): Change =>
  (state) => ({
    ...hide(ids)(state),
    designsToDelete: [],
    selectedIds: null,
    undoFailure: null,
  })

export const endDeletion =
  (ids: string[]): Change =>
  (state) =>
    ids.length > 0
      ? { ...hide(ids)(state), undoable: { turn: (state.undoable?.turn ?? 0) + 1, ids } }
      : state

export const hide =
  (ids: string[]): Change =>
  (state) => ({ ...clearMarks(ids)(state), hiddenIds: new Set([...state.hiddenIds, ...ids]) })

export const unhide =
  (ids: string[]): Change =>
  (state) => ({
    ...state,
    hiddenIds: new Set([...state.hiddenIds].filter((id) => !ids.includes(id))),
  })

/** Shows cards, also hidden ones, with what they say of a change. */
export const markCards =
  (ids: string[], mark: CardMark): Change =>
  (state) => ({
    ...unhide(ids)(state),
    marks: new Map([...state.marks, ...ids.map((id) => [id, mark] as const)]),
  })

export const clearMarks =
  (ids: string[]): Change =>
  (state) => ({ ...state, marks: new Map([...state.marks].filter(([id]) => !ids.includes(id))) })

export function viewOf({ lists, hiddenIds, selectedIds }: GalleryState, filter: string) {
  const list = lists.get(filter) ?? null
  const shown = list?.designs.filter(({ id }) => !hiddenIds.has(id)) ?? []
  const hasMore = list?.next != null
  const hidden = (list?.designs.length ?? 0) - shown.length
  return {
    list,
    shown,
    hasMore,
    /** Nothing to search, order or select. */
    hasFew: list !== null && shown.length < 2 && !hasMore,
    isEmpty: list !== null && shown.length === 0 && !hasMore,
    count:
      list &&
      (list.total === null
        ? countMessage(shown.length, hasMore)
        : countMessage(list.total - hidden, false)),
    selected: selectedIds ? shown.filter(({ id }) => selectedIds.has(id)) : [],
  }
}

/**
 * The design that takes the focus when these are deleted: the one after a single design, or before
 * it. Null for the page's title.
 */
export function neighbourOf(
  shown: ListedDesign[],
  designsToDelete: ListedDesign[],
): ListedDesign | null {
  const [only, ...others] = designsToDelete
  if (!only || others.length > 0) return null
  const index = shown.indexOf(only)
  return shown[index + 1] ?? shown[index - 1] ?? null
}

/**
 * When the first page does not reach the known designs, or is the only one, the list starts again
 * with it. Designs that did not change stay the same objects, so that their cards are not rendered
 * again.
 */
function mergeFirstPage(known: DesignList | undefined, page: DesignPage): DesignList {
  const total = page.total ?? null
  const byId = new Map(known?.designs.map((design) => [design.id, design]))
  const designs = page.designs.map((design) => {
    const before = byId.get(design.id)
    return before && JSON.stringify(before) === JSON.stringify(design) ? before : design
  })
  const end = known?.designs.findIndex(({ id }) => id === designs.at(-1)?.id) ?? -1
  if (!known || page.next === null || end === -1) {
    return { designs, next: page.next, total, more: { status: 'idle' }, scrolledPages: 0 }
  }
  const fresh = new Set(designs.map(({ id }) => id))
  const following = known.designs.slice(end + 1).filter(({ id }) => !fresh.has(id))
  // The page's own cursor, unless a later page has been read.
  return {
    ...known,
    designs: [...designs, ...following],
    next: following.length > 0 ? known.next : page.next,
    total,
  }
}

/**
 * Keeps only this list and the list of all designs, so that a member who searches a lot does not
 * fill the memory.
 */
function withList(
  lists: GalleryState['lists'],
  filter: string,
  list: DesignList,
): GalleryState['lists'] {
  const base = lists.get('')
  return new Map([
    ...(base && filter !== '' ? ([['', base]] as const) : []),
    [filter, list] as const,
  ])
}
