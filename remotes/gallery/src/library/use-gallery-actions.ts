import {
  type ArchiveRequest,
  createArchive,
  type ListedDesign,
  readDesign,
} from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call } from '@encre/remote-kit/call'
import { createWriteKeys } from '@encre/remote-kit/choose-repeat-key'
import { useEvent } from '@encre/remote-kit/use-event'
import { reportFailure } from '@encre/remote-kit/use-query'
import { useWriter } from '@encre/remote-kit/use-writer'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '../messages.ts'
import { nullIfGone } from '../null-if-gone.ts'
import { useDeletion } from './deletion/use-deletion.ts'
import { type GalleryPage, saveFavourites } from './favourites.ts'
import type { CardActions } from './flash-sheet/design-card.tsx'
import {
  type Change,
  type GalleryState,
  neighbourOf,
  startDeletion,
  toggleSelected,
  type viewOf,
} from './gallery-state.ts'
import type { useGalleryFocus } from './use-gallery-focus.ts'

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
  const { remove, undo, takeBackUndo } = useDeletion(shell, {
    undoable,
    change,
    onRetry: (designId) => deleteNow(shown.filter(({ id }) => id === designId)),
    onRestore: reload,
    onReturn: focus.toReturned,
  })
  const writer = useWriter()
  const [keys] = useState(createWriteKeys)
  const page = { shell, change, writer, reload }
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

  const cardActions = useStableActions({
    onFavourite: (design, favourite) => void saveFavourites(page, [design.id], favourite),
    onSelect: (designId) => change(toggleSelected(designId)),
    onDelete: (design) => askToDelete([design]),
    findDesign(designId) {
      // The addresses of the page expire together.
      reload()
      return call(shell, readDesign, { params: { id: designId } }).catch(nullIfGone)
    },
  })

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
      void saveFavourites(page, ids, true)
    },
    downloadSelected() {
      const ids = selected.map(({ id }) => id)
      void download(page, { ids }, keys)
    },
    takeBackUndo,
    takeBackDownload: () => writer.takeBack('download'),
    endSelection() {
      change((now) => ({ ...now, selectedIds: null, downloadFailure: null }))
      focus.toHeading()
    },
  }
}

/** The same object for every render, so that no card renders again for it. */
function useStableActions(actions: CardActions): CardActions {
  const [stable] = useState({
    onDelete: useEvent(actions.onDelete),
    onSelect: useEvent(actions.onSelect),
    onFavourite: useEvent(actions.onFavourite),
    findDesign: useEvent(actions.findDesign),
  })
  return stable
}

async function download(
  { shell, change, writer }: GalleryPage,
  archive: ArchiveRequest,
  keys: ReturnType<typeof createWriteKeys>,
): Promise<void> {
  const fail = (downloadFailure: string | null) => change((now) => ({ ...now, downloadFailure }))
  fail(null)
  try {
    const key = keys.keyOf(archive.ids.join())
    const { url } = await writer.write('download', {
      send: () => call(shell, createArchive, { body: archive, key }),
      onWait: fail,
    })
    keys.forget()
    fail(null)
    // The browser streams the file to the disk: a page cannot hold hundreds of images.
    location.assign(url)
  } catch (error) {
    keys.forgetRefused(error)
    fail(reportFailure(shell, error, messages.downloadFailed))
  }
}
