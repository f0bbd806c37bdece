import type { ListedDesign } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { LoadFailure, Notice } from '@encre/ui/notice'
import { UndoNotice } from './deletion/undo-notice.tsx'
import { deletedPath, filterQuery, galleryPath, readFilter } from './filter/gallery-filter.ts'
import { GalleryTools } from './filter/gallery-tools.tsx'
import type { CardActions } from './flash-sheet/design-card.tsx'
import { DesignSheet } from './flash-sheet/design-sheet.tsx'
import { EmptySheet, StencilSheet } from './flash-sheet/empty-sheet.tsx'
import styles from './gallery-page.module.css'
import { type GalleryState, viewOf } from './gallery-state.ts'
import { messages, problemMessage } from './messages.ts'
import { MoreDesigns } from './more-designs.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useDesigns, useGalleryState } from './use-designs.ts'
import { useGalleryActions } from './use-gallery-actions.ts'
import { useGalleryFocus } from './use-gallery-focus.ts'

export function GalleryPage({ shell }: { shell: ShellApi }) {
  usePageTitle(shell, messages.title)
  const filter = readFilter(shell.path)
  const query = filterQuery(filter)
  const [state, change] = useGalleryState(shell.member?.id)
  const { selectedIds, undoable } = state
  const view = viewOf(state, query)
  const { list, selected } = view
  const { firstPage, showMore, retry, reload } = useDesigns(shell, query, list, change)
  const { headingRef, ...focus } = useGalleryFocus(query)
  const actions = useGalleryActions(shell, { undoable, view, focus, change, reload })

  async function handleShowMore() {
    const first = await showMore()
    if (first) focus.toCard(first.id)
  }

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 ref={headingRef} tabIndex={-1}>
          {messages.title}
        </h1>
        <p className={styles.count} role="status">
          {firstPage.status === 'loading' ? messages.loading : view.count}
        </p>
      </header>
      <GalleryTools
        isSelecting={selectedIds !== null}
        onSelecting={(isSelecting) =>
          change((now) => ({ ...now, selectedIds: isSelecting ? new Set() : null }))
        }
        filter={filter}
        onChange={(changes) => shell.navigate(galleryPath(filterQuery({ ...filter, ...changes })))}
      />

      <Failure title={messages.restoreFailed} code={state.undoFailure} />
      {firstPage.status === 'loading' && <StencilSheet />}
      {firstPage.status === 'failed' && (
        <LoadFailure
          title={messages.loadFailed}
          lang="en"
          reason={problemMessage(firstPage.code)}
          retry={messages.retry}
          onRetry={retry}
        />
      )}
      {view.isEmpty && <EmptySheet filter={filter} />}
      <Sheets state={state} query={query} actions={actions.cardActions} />
      {list && view.hasMore && (
        <MoreDesigns
          list={list}
          onClick={handleShowMore}
          onScrollNear={() => void showMore({ byScrolling: true })}
        />
      )}

      <Failure title={messages.downloadFailed} code={state.downloadFailure} />
      {selected.length > 0 && (
        <SelectionBar
          count={selected.length}
          onFavourite={actions.addSelectedToFavourites}
          onDownload={actions.downloadSelected}
          onDelete={() => actions.askToDelete(selected)}
          onEnd={actions.endSelection}
        />
      )}
      {list && (
        <p className={styles.deletedLink} data-screen-only>
          <a href={deletedPath}>{messages.recentlyDeleted}</a>
        </p>
      )}
      {undoable && (
        <UndoNotice
          key={undoable.turn}
          count={undoable.ids.length}
          onUndo={actions.undoDeletion}
          onEnd={() => change((now) => ({ ...now, undoable: null }))}
        />
      )}
      <DeleteQuestion
        designs={state.designsToDelete}
        onConfirm={actions.deleteNow}
        onCancel={() => actions.askToDelete([])}
      />
    </div>
  )
}

/** A failure that is shown on the page, by its problem code. Null for none. */
function Failure({ title, code }: { title: string; code: string | null }) {
  if (code === null) return null
  return (
    <Notice kind="error" title={title}>
      {problemMessage(code)}
    </Notice>
  )
}

interface SheetsProps {
  state: GalleryState
  query: string
  actions: CardActions
}

/** The list of all designs stays behind a filter: to show thousands of cards again takes long. */
function Sheets({ state, query, actions }: SheetsProps) {
  return [...state.lists].map(([key, { designs }]) => (
    <div key={key} hidden={key !== query}>
      <DesignSheet
        filter={key}
        designs={designs}
        hiddenIds={state.hiddenIds}
        selectedIds={state.selectedIds}
        marks={state.marks}
        actions={actions}
      />
    </div>
  ))
}

interface DeleteQuestionProps {
  designs: ListedDesign[]
  onConfirm: (designs: ListedDesign[]) => void
  onCancel: () => void
}

function DeleteQuestion({ designs, onConfirm, onCancel }: DeleteQuestionProps) {
  return (
    <ConfirmDialog
      open={designs.length > 0}
      question={
        designs.length > 1 ? messages.confirmDeleteSeveral(designs.length) : messages.confirmDelete
      }
      confirmLabel={messages.delete}
      cancelLabel={messages.cancel}
      onConfirm={() => onConfirm(designs)}
      onCancel={onCancel}
    />
  )
}
