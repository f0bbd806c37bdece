import type { ListedDesign } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/use-page-title'
import { reportFailure } from '@encre/remote-kit/use-query'
import { Button } from '@encre/ui/button'
import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { Notice } from '@encre/ui/notice'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { comparePath } from './compare/compare-path.ts'
import { UndoNotice } from './deletion/undo-notice.tsx'
import { useDeletion } from './deletion/use-deletion.ts'
import { deletedPath, filterQuery, galleryPath, readFilter } from './filter/gallery-filter.ts'
import { GalleryTools } from './filter/gallery-tools.tsx'
import { StyleFilter } from './filter/style-filter.tsx'
import type { CardActions } from './flash-sheet/design-card.tsx'
import { DesignSheet, focusCard } from './flash-sheet/design-sheet.tsx'
import { EmptySheet } from './flash-sheet/empty-sheet.tsx'
import { StencilSheet } from './flash-sheet/stencil-sheet.tsx'
import { createArchive, findDesign, setFavourites } from './gallery-api.ts'
import styles from './gallery-page.module.css'
import { countMessage, messages, problemMessage } from './messages.ts'
import { MoreDesigns } from './more-designs.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useDesigns } from './use-designs.ts'
import { useStableCallback } from './use-stable-callback.ts'

export function GalleryPage({ shell }: { shell: ShellApi }) {
  usePageTitle(shell, messages.title)
  const filter = readFilter(shell.path)
  const query = filterQuery(filter)
  const { firstPage, list, lists, hiddenIds, hide, unhide, change, showMore, retry, reload } = useDesigns(shell, query)
  const [designsToDelete, setDesignsToDelete] = useState<ListedDesign[]>([])
  /** Null while the member does not select. */
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string> | null>(null)
  const [downloadFailure, setDownloadFailure] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The element that a delete moved the focus to. */
  const focusAfterDelete = useRef<Element | null>(null)
  const { remove, failures, undoable, undo, endUndo, undoFailure } = useDeletion(shell, {
    hide,
    unhide,
    onRestore: reload,
    onReturn: (designId) => {
      // Only if the member has not moved the focus since.
      const { activeElement } = document
      if (activeElement === focusAfterDelete.current || activeElement === document.body) focusCard(query, designId)
    },
  })

  const shown = list?.designs.filter(({ id }) => !hiddenIds.has(id)) ?? []
  const hasMore = list?.next != null
  const hidden = (list?.designs.length ?? 0) - shown.length
  const count = list && (list.total === null ? countMessage(shown.length, hasMore) : countMessage(list.total - hidden, false))

  const selected = selectedIds ? shown.filter(({ id }) => selectedIds.has(id)) : []

  function handleConfirm() {
    const [first] = designsToDelete
    if (!first) return
    const index = shown.indexOf(first)
    const neighbour = designsToDelete.length === 1 ? (shown[index + 1] ?? shown[index - 1]) : undefined
    // When the dialog closes, it gives the focus back to the button that opened it. Close it before moving the focus.
    flushSync(() => {
      setDesignsToDelete([])
      if (selectedIds) setSelectedIds(null)
      void remove(designsToDelete)
    })
    if (neighbour) focusCard(query, neighbour.id)
    else heading.current?.focus()
    focusAfterDelete.current = document.activeElement
  }

  function endSelection() {
    setSelectedIds(null)
    setDownloadFailure(null)
    heading.current?.focus({ preventScroll: true })
  }

  function handleCompare() {
    const [a, b] = selected
    if (a && b) shell.navigate(comparePath([a.id, b.id], query))
  }

  async function handleDownload() {
    setDownloadFailure(null)
    try {
      // The browser streams the file to the disk: a page cannot hold hundreds of images.
      location.assign(await createArchive(shell, { ids: selected.map(({ id }) => id) }))
    } catch (error) {
      setDownloadFailure(reportFailure(shell, error, messages.downloadFailed))
    }
  }

  function handleUndo() {
    // The notice that has the focus disappears. The design that comes back gets the focus next.
    heading.current?.focus({ preventScroll: true })
    focusAfterDelete.current = heading.current
    void undo()
  }

  async function handleShowMore() {
    const first = await showMore()
    if (first) focusCard(query, first.id)
  }

  async function markFavourites(ids: string[], favourite: boolean) {
    const mark = (value: boolean) =>
      change((design) => (ids.includes(design.id) && design.favourite !== value ? { ...design, favourite: value } : design))
    mark(favourite)
    try {
      await setFavourites(shell, ids, favourite)
      shell.announce(favourite ? messages.favouriteAdded : messages.favouriteRemoved)
    } catch (error) {
      mark(!favourite)
      const code = reportFailure(shell, error, messages.favouriteFailed)
      if (code !== null) shell.announce(`${messages.favouriteFailed} ${problemMessage(code)}`)
    }
  }

  const onFavourite = useStableCallback((design: ListedDesign, favourite: boolean) => void markFavourites([design.id], favourite))
  const onSelect = useStableCallback((designId: string) =>
    setSelectedIds(
      (before) => before && (before.has(designId) ? new Set([...before].filter((id) => id !== designId)) : new Set(before).add(designId)),
    ),
  )
  const onDelete = useStableCallback((design: ListedDesign) => setDesignsToDelete([design]))
  const findAgain = useStableCallback((designId: string) => findDesign(shell, designId))
  const actions = useMemo<CardActions>(
    () => ({ onDelete, onSelect, onFavourite, findDesign: findAgain }),
    [onDelete, onSelect, onFavourite, findAgain],
  )

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title} ref={heading} tabIndex={-1}>
          {messages.title}
        </h1>
        <p className={styles.count} role="status">
          {firstPage.status === 'loading' ? messages.loading : count}
        </p>
      </header>
      <GalleryTools
        isSelecting={selectedIds !== null}
        onSelecting={(isSelecting) => setSelectedIds(isSelecting ? new Set() : null)}
        filter={filter}
        onChange={(changes) => shell.navigate(galleryPath(filterQuery({ ...filter, ...changes })))}
      />
      <StyleFilter value={filter.style} onChange={(style) => shell.navigate(galleryPath(filterQuery({ ...filter, style })))} />

      {undoFailure !== null && (
        <Notice kind="error" title={messages.restoreFailed}>
          <p>{problemMessage(undoFailure)}</p>
        </Notice>
      )}
      {firstPage.status === 'loading' && <StencilSheet />}
      {firstPage.status === 'failed' && (
        <div className={styles.failure}>
          <Notice kind="error" title={messages.loadFailed} lang="en">
            <p>{problemMessage(firstPage.code)}</p>
          </Notice>
          <Button onClick={retry}>{messages.retry}</Button>
        </div>
      )}
      {list && shown.length === 0 && !hasMore && <EmptySheet filter={filter} />}
      {/* The list of all designs stays behind a filter: to show thousands of cards again takes long. */}
      {[...lists].map(([key, { designs }]) => (
        <div key={key} hidden={key !== query}>
          <DesignSheet
            filter={key}
            designs={designs}
            hiddenIds={hiddenIds}
            selectedIds={selectedIds}
            failures={failures}
            actions={actions}
          />
        </div>
      ))}
      {list && hasMore && <MoreDesigns list={list} onClick={handleShowMore} onScrollNear={() => void showMore({ byScrolling: true })} />}

      {downloadFailure !== null && (
        <Notice kind="error" title={messages.downloadFailed}>
          <p>{problemMessage(downloadFailure)}</p>
        </Notice>
      )}
      {selectedIds && (
        <SelectionBar
          count={selected.length}
          onFavourite={() => {
            void markFavourites(
              selected.filter(({ favourite }) => !favourite).map(({ id }) => id),
              true,
            )
          }}
          onCompare={handleCompare}
          onDownload={handleDownload}
          onDelete={() => setDesignsToDelete(selected)}
          onEnd={endSelection}
        />
      )}
      {list && (
        <p className={styles.deletedLink}>
          <a href={deletedPath}>{messages.recentlyDeleted}</a>
        </p>
      )}
      {undoable && <UndoNotice key={undoable.turn} count={undoable.ids.length} onUndo={handleUndo} onEnd={endUndo} />}

      <ConfirmDialog
        open={designsToDelete.length > 0}
        question={designsToDelete.length > 1 ? messages.confirmDeleteSeveral(designsToDelete.length) : messages.confirmDelete}
        confirmLabel={messages.delete}
        cancelLabel={messages.cancel}
        onConfirm={handleConfirm}
        onCancel={() => setDesignsToDelete([])}
      />
    </div>
  )
}
