import type { ListedDesign } from '@encre/gallery-worker/contract'
import { makeDesign } from '@encre/remote-kit/testing'
import { describe, expect, test } from 'vitest'
import {
  type Change,
  changeEnd,
  clearMarks,
  endDeletion,
  type GalleryState,
  markCards,
  markFavourites,
  neighbourOf,
  openState,
  readFirstPage,
  startDeletion,
  toggleSelected,
  unhide,
  viewOf,
  withNextPage,
} from './gallery-state.ts'

const wolf = makeDesign('Loup')
const rose = makeDesign('Rose')
const anchor = makeDesign('Ancre')
const moon = makeDesign('Lune')
const after = (state: GalleryState, ...changes: Change[]) =>
  changes.reduce((now, change) => change(now), state)
const page = (designs: ListedDesign[], next: string | null = null) => ({ designs, next })
const opened = after(openState('member'), readFirstPage('', page([wolf, rose, anchor])))
const idsOf = ({ shown }: { shown: ListedDesign[] }) => shown.map(({ id }) => id)

describe('pages', () => {
  const partial = after(openState('member'), readFirstPage('', page([wolf, rose], 'second')))
  /** The page at the cursor 'second', which the member asks for or scrolls to. */
  const addPage = (designs: ListedDesign[], byScrolling = false) =>
    changeEnd('', 'second', (list) => withNextPage(list, page(designs), byScrolling))

  test('a following page is appended without designs that the list has already', () => {
    const longer = after(partial, addPage([rose, anchor], true))
    expect(idsOf(viewOf(longer, ''))).toEqual(['Loup', 'Rose', 'Ancre'])
    expect(longer.lists.get('')).toMatchObject({ next: null, scrolledPages: 1 })
  })

  test('a following page of a list that has started again is dropped', () => {
    const again = after(partial, readFirstPage('', page([moon], 'other')))
    expect(after(again, addPage([anchor]))).toBe(again)
  })

  test('a new first page keeps the pages after it, and designs that did not change stay the same objects', () => {
    const longer = after(partial, addPage([anchor]))
    const again = after(
      longer,
      readFirstPage('', page([moon, { ...wolf }, { ...rose, favourite: true }], 'second')),
    )
    expect(idsOf(viewOf(again, ''))).toEqual(['Lune', 'Loup', 'Rose', 'Ancre'])
    expect(again.lists.get('')?.designs[1]).toBe(wolf)
    expect(again.lists.get('')?.designs[2]).not.toBe(rose)
  })

  test('a first page that does not reach the known designs starts the list again', () => {
    expect(
      idsOf(viewOf(after(partial, readFirstPage('', page([moon, anchor], 'third'))), '')),
    ).toEqual(['Lune', 'Ancre'])
  })

  test('only the list of all designs and the newest filter are kept', () => {
    const searched = after(
      opened,
      readFirstPage('q=a', page([anchor])),
      readFirstPage('q=b', page([])),
    )
    expect([...searched.lists.keys()]).toEqual(['', 'q=b'])
    expect(viewOf(searched, 'q=b').isEmpty).toBe(true)
  })
})

describe('a deletion', () => {
  test('hides the designs, closes the question, and ends the selection', () => {
    const selecting: GalleryState = {
      ...opened,
      selectedIds: new Set(['Loup']),
      designsToDelete: [wolf],
      undoFailure: 'internal',
    }
    const deleting = after(selecting, startDeletion(['Loup']))
    expect(idsOf(viewOf(deleting, ''))).toEqual(['Rose', 'Ancre'])
    expect(viewOf(deleting, '').count).toBe('2 designs')
    expect(deleting).toMatchObject({ designsToDelete: [], selectedIds: null, undoFailure: null })
  })

  test('brings back what failed, with the reason until the next try, and offers to undo the rest', () => {
    const ended = after(
      opened,
      startDeletion(['Loup', 'Rose']),
      endDeletion(['Loup']),
      markCards(['Rose'], 'saving'),
    )
    expect(idsOf(viewOf(ended, ''))).toEqual(['Rose', 'Ancre'])
    expect([ended.marks.get('Rose'), ended.undoable]).toEqual([
      'saving',
      { turn: 1, ids: ['Loup'] },
    ])
    expect(after(ended, startDeletion(['Rose'])).marks.size).toBe(0)
    expect(after(ended, clearMarks(['Rose'])).marks.size).toBe(0)
    expect(idsOf(viewOf(after(ended, unhide(['Loup'])), ''))).toEqual(['Loup', 'Rose', 'Ancre'])
  })

  test('counts its turns, and one that failed whole leaves the notice of the one before', () => {
    const once = after(opened, endDeletion(['Loup']))
    expect(after(once, endDeletion(['Rose'])).undoable).toEqual({ turn: 2, ids: ['Rose'] })
    expect(after(once, endDeletion([])).undoable).toBe(once.undoable)
  })

  test('gives the focus to the next design, to the one before the last, and to none after several or the only one', () => {
    const { shown } = viewOf(opened, '')
    expect(neighbourOf(shown, [rose])).toBe(anchor)
    expect(neighbourOf(shown, [anchor])).toBe(rose)
    expect(neighbourOf(shown, [wolf, rose])).toBeNull()
    expect(neighbourOf([wolf], [wolf])).toBeNull()
  })
})

test('a selection toggles designs, and counts only those that are shown', () => {
  const selecting: GalleryState = { ...opened, selectedIds: new Set() }
  const two = after(
    selecting,
    toggleSelected('Loup'),
    toggleSelected('Rose'),
    toggleSelected('unknown'),
  )
  expect(viewOf(two, '').selected).toEqual([wolf, rose])
  expect(viewOf(after(two, toggleSelected('Loup')), '').selected).toEqual([rose])
  expect(after(opened, toggleSelected('Loup'))).toBe(opened)
})

test('a favourite changes in every list, and lists without it stay the same', () => {
  const searched = after(opened, readFirstPage('q=lune', page([moon])))
  const marked = after(searched, markFavourites(['Rose'], true))
  expect(marked.lists.get('')?.designs.map(({ favourite }) => favourite ?? false)).toEqual([
    false,
    true,
    false,
  ])
  expect(marked.lists.get('q=lune')).toBe(searched.lists.get('q=lune'))
})

test('the count is the total of the worker without what is hidden, or what is shown', () => {
  const counted = after(
    openState('member'),
    readFirstPage('', { ...page([wolf, rose], 'second'), total: 40 }),
  )
  expect(viewOf(counted, '').count).toBe('40 designs')
  expect(viewOf(after(counted, startDeletion(['Loup'])), '').count).toBe('39 designs')
  expect(viewOf(opened, '').count).toBe('3 designs')
  expect(viewOf(openState('member'), '').count).toBeNull()
})
