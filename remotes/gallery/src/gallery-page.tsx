import type { ListedDesign } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import { saveShown } from '@encre/remote-kit/save-shown'
import { reportFailure } from '@encre/remote-kit/use-query'
import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { lazyPart } from '@encre/ui/lazy-part'
import { LoadFailure, Notice } from '@encre/ui/notice'
import { Suspense, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { comparePath } from './compare/compare-path.ts'
import { useDeletion } from './deletion/use-deletion.ts'
import { deletedPath, filterQuery, galleryPath, readFilter } from './filter/gallery-filter.ts'
import { GalleryTools } from './filter/gallery-tools.tsx'
import type { CardActions } from './flash-sheet/design-card.tsx'
import { DesignSheet } from './flash-sheet/design-sheet.tsx'
import { EmptySheet, StencilSheet } from './flash-sheet/empty-sheet.tsx'
import { createArchive, findDesign, setFavourites } from './gallery-api.ts'
import styles from './gallery-page.module.css'
import { clearMarks, markCards, markFavourites, neighbourOf, startDeletion, toggleSelected, viewOf } from './gallery-state.ts'
import { messages, problemMessage } from './messages.ts'
import { MoreDesigns } from './more-designs.tsx'
import { useDesigns, useGalleryState } from './use-designs.ts'
import { useGalleryFocus } from './use-gallery-focus.ts'
import { useStableCallback } from './use-stable-callback.ts'

const [SelectionBar] = lazyPart(async () => (await import(/* webpackChunkName: "later" */ './selection-bar.tsx')).SelectionBar)
const [UndoNotice] = lazyPart(async () => (await import(/* webpackChunkName: "later" */ './deletion/undo-notice.tsx')).UndoNotice)

export function GalleryPage({ shell }: { shell: ShellApi }) {
  usePageTitle(shell, messages.title)
  const filter = readFilter(shell.path)
  const query = filterQuery(filter)
  const [state, change] = useGalleryState(shell.member?.id)
  const { selectedIds, designsToDelete, undoable } = state
  const { list, shown, hasMore, isEmpty, count, selected } = viewOf(state, query)
  const { firstPage, showMore, retry, reload } = useDesigns(shell, query, list, change)
  const { headingRef, toCard, toHeading, toReturned, afterDelete, beforeReturn } = useGalleryFocus(query)
  const { remove, undo } = useDeletion(shell, {
    undoable,
    change,
    onRetry: (designId) => deleteNow(shown.filter(({ id }) => id === designId)),
    onRestore: reload,
    onReturn: toReturned,
  })

  const askToDelete = (designs: ListedDesign[]) => change((now) => ({ ...now, designsToDelete: designs }))
  const failDownload = (downloadFailure: string | null) => change((now) => ({ ...now, downloadFailure }))

  function deleteNow(designs: ListedDesign[]) {
    const ids = designs.map(({ id }) => id)
    const neighbour = neighbourOf(shown, designs)
    // When the dialog closes, it gives the focus back to the button that opened it. Close it before moving the focus.
    flushSync(() => change(startDeletion(ids)))
    void remove(ids)
    afterDelete(neighbour?.id)
  }

  function endSelection() {
    change((now) => ({ ...now, selectedIds: null, downloadFailure: null }))
    toHeading()
  }

  function handleCompare() {
    const [a, b] = selected
    if (a && b) shell.navigate(comparePath([a.id, b.id], query))
  }

  async function handleDownload() {
    failDownload(null)
    try {
      // The browser streams the file to the disk: a page cannot hold hundreds of images.
      location.assign(await createArchive(shell, { ids: selected.map(({ id }) => id) }))
    } catch (error) {
      failDownload(reportFailure(shell, error, messages.downloadFailed))
    }
  }

  function handleUndo() {
    beforeReturn()
    void undo()
  }

  async function handleShowMore() {
    const first = await showMore()
    if (first) toCard(first.id)
  }

  async function saveFavourites(ids: string[], favourite: boolean) {
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
      const retry = () => void saveFavourites(ids, favourite)
      change(markCards(ids, { title: messages.favouriteFailed, reason: problemMessage(code), retry }))
    }
  }

  const onFavourite = useStableCallback((design: ListedDesign, favourite: boolean) => void saveFavourites([design.id], favourite))
  const onSelect = useStableCallback((designId: string) => change(toggleSelected(designId)))
  const onDelete = useStableCallback((design: ListedDesign) => askToDelete([design]))
  const findAgain = useStableCallback((designId: string) => findDesign(shell, designId))
  const actions = useMemo<CardActions>(
    () => ({ onDelete, onSelect, onFavourite, findDesign: findAgain }),
    [onDelete, onSelect, onFavourite, findAgain],
  )

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 ref={headingRef} tabIndex={-1}>
          {messages.title}
        </h1>
        <p className={styles.count} role="status">
          {firstPage.status === 'loading' ? messages.loading : count}
        </p>
      </header>
      <GalleryTools
        isSelecting={selectedIds !== null}
        onSelecting={(isSelecting) => change((now) => ({ ...now, selectedIds: isSelecting ? new Set() : null }))}
        filter={filter}
        onChange={(changes) => shell.navigate(galleryPath(filterQuery({ ...filter, ...changes })))}
      />

      {state.undoFailure !== null && (
        <Notice kind="error" title={messages.restoreFailed}>
          {problemMessage(state.undoFailure)}
        </Notice>
      )}
      {firstPage.status === 'loading' && <StencilSheet />}
      {firstPage.status === 'failed' && (
        <LoadFailure title={messages.loadFailed} lang="en" reason={problemMessage(firstPage.code)} retry={messages.retry} onRetry={retry} />
      )}
      {isEmpty && <EmptySheet filter={filter} />}
      {/* The list of all designs stays behind a filter: to show thousands of cards again takes long. */}
      {[...state.lists].map(([key, { designs }]) => (
        <div key={key} hidden={key !== query}>
          <DesignSheet
            filter={key}
            designs={designs}
            hiddenIds={state.hiddenIds}
            selectedIds={selectedIds}
            marks={state.marks}
            actions={actions}
          />
        </div>
      ))}
      {list && hasMore && <MoreDesigns list={list} onClick={handleShowMore} onScrollNear={() => void showMore({ byScrolling: true })} />}

      {state.downloadFailure !== null && (
        <Notice kind="error" title={messages.downloadFailed}>
          {problemMessage(state.downloadFailure)}
        </Notice>
      )}
      <Suspense fallback={null}>
        {selected.length > 0 && (
          <SelectionBar
            count={selected.length}
            onFavourite={() => {
              void saveFavourites(
                selected.filter(({ favourite }) => !favourite).map(({ id }) => id),
                true,
              )
            }}
            onCompare={handleCompare}
            onDownload={handleDownload}
            onDelete={() => askToDelete(selected)}
            onEnd={endSelection}
          />
        )}
      </Suspense>
      {list && (
        <p className={styles.deletedLink} data-screen-only>
          <a href={deletedPath}>{messages.recentlyDeleted}</a>
        </p>
      )}
      <Suspense fallback={null}>
        {undoable && (
          <UndoNotice
            key={undoable.turn}
            count={undoable.ids.length}
            onUndo={handleUndo}
            onEnd={() => change((now) => ({ ...now, undoable: null }))}
          />
        )}
      </Suspense>

      <ConfirmDialog
        open={designsToDelete.length > 0}
        question={designsToDelete.length > 1 ? messages.confirmDeleteSeveral(designsToDelete.length) : messages.confirmDelete}
        confirmLabel={messages.delete}
        cancelLabel={messages.cancel}
        onConfirm={() => deleteNow(designsToDelete)}
        onCancel={() => askToDelete([])}
      />
    </div>
  )
}
