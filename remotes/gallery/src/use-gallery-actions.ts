import type { ListedDesign } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { saveShown } from '@encre/remote-kit/save-shown'
import { reportFailure } from '@encre/remote-kit/use-query'
import { useMemo } from 'react'
import { flushSync } from 'react-dom'
import { useDeletion } from './deletion/use-deletion.ts'
import type { CardActions } from './flash-sheet/design-card.tsx'
import { createArchive, findDesign, setFavourites } from './gallery-api.ts'
import {
  type Change,
  clearMarks,
  type GalleryState,
  markCards,
  markFavourites,
  neighbourOf,
  startDeletion,
  toggleSelected,
  type viewOf,
} from './gallery-state.ts'
import { messages, problemMessage } from './messages.ts'
import type { useGalleryFocus } from './use-gallery-focus.ts'
import { useStableCallback } from './use-stable-callback.ts'

interface GalleryActionsOptions {
  undoable: GalleryState['undoable']
  view: ReturnType<typeof viewOf>
  focus: Omit<ReturnType<typeof useGalleryFocus>, 'headingRef'>
  change: (change: Change) => void
  /** Reads the first page again. */
  reload: () => void
}

/** What a member does with one card or with the selected ones. */
export function useGalleryActions(
  shell: ShellApi,
  { undoable, view, focus, change, reload }: GalleryActionsOptions,
) {
  const { shown, selected } = view
  const { remove, undo } = useDeletion(shell, {
    undoable,
    change,
    onRetry: (designId) => deleteNow(shown.filter(({ id }) => id === designId)),
    onRestore: reload,
    onReturn: focus.toReturned,
  })
  const saveFavourites = (ids: string[], favourite: boolean) =>
    sendFavourites(shell, change, ids, favourite)
  const askToDelete = (designs: ListedDesign[]) =>
    change((now) => ({ ...now, designsToDelete: designs }))

  function deleteNow(designs: ListedDesign[]) {
    const ids = designs.map(({ id }) => id)
    const neighbour = neighbourOf(shown, designs)
    // When the dialog closes, it gives the focus back to the button that opened it. Close it before
    // moving the focus.
    flushSync(() => change(startDeletion(ids)))
    void remove(ids)
    focus.afterDelete(neighbour?.id)
  }

  const onFavourite = useStableCallback(
    (design: ListedDesign, favourite: boolean) => void saveFavourites([design.id], favourite),
  )
  const onSelect = useStableCallback((designId: string) => change(toggleSelected(designId)))
  const onDelete = useStableCallback((design: ListedDesign) => askToDelete([design]))
  const findAgain = useStableCallback((designId: string) => {
    // The addresses of the page expire together.
    reload()
    return findDesign(shell, designId)
  })
  const cardActions = useMemo<CardActions>(
    () => ({ onDelete, onSelect, onFavourite, findDesign: findAgain }),
    [onDelete, onSelect, onFavourite, findAgain],
  )

  return {
    cardActions,
    askToDelete,
    deleteNow,
    undoDeletion() {
      focus.beforeReturn()
      void undo()
    },
    addSelectedToFavourites() {
      const others = selected.filter(({ favourite }) => !favourite)
      const ids = others.map(({ id }) => id)
      void saveFavourites(ids, true)
    },
    downloadSelected: () => download(shell, change, selected),
    endSelection() {
      change((now) => ({ ...now, selectedIds: null, downloadFailure: null }))
      focus.toHeading()
    },
  }
}

type ChangeGallery = GalleryActionsOptions['change']

async function sendFavourites(
  shell: ShellApi,
  change: ChangeGallery,
  ids: string[],
  favourite: boolean,
): Promise<void> {
  change((now) => clearMarks(ids)(markFavourites(ids, favourite)(now)))
  try {
    await saveShown(
      () => setFavourites(shell, ids, favourite),
      () => change(markCards(ids, 'saving')),
    )
    change(clearMarks(ids))
    shell.announce(favourite ? messages.favouriteAdded : messages.favouriteRemoved)
  } catch (error) {
    change((now) => clearMarks(ids)(markFavourites(ids, !favourite)(now)))
    const code = reportFailure(shell, error, messages.favouriteFailed)
    if (code === null) return
    const retry = () => void sendFavourites(shell, change, ids, favourite)
    const mark = { title: messages.favouriteFailed, reason: problemMessage(code), retry }
    change(markCards(ids, mark))
  }
}

async function download(
  shell: ShellApi,
  change: ChangeGallery,
  designs: ListedDesign[],
): Promise<void> {
  const fail = (downloadFailure: string | null) => change((now) => ({ ...now, downloadFailure }))
  fail(null)
  try {
    // The browser streams the file to the disk: a page cannot hold hundreds of images.
    location.assign(await createArchive(shell, { ids: designs.map(({ id }) => id) }))
  } catch (error) {
    fail(reportFailure(shell, error, messages.downloadFailed))
  }
}
