import type { ListedDesign } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/pages'
import { isOffline, useBrowser } from '@encre/remote-kit/use-browser'
import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { DesignImage } from '@encre/ui/design-parts'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { WriteFailure } from '@encre/ui/write-failure'
import { deletedPath, filterQuery, galleryPath, isNarrowed, readFilter } from '../gallery-filter.ts'
import { messages, problemMessage } from '../messages.ts'
import { UndoNotice } from './deletion/undo-notice.tsx'
import type { CardActions } from './flash-sheet/design-card.tsx'
import { DesignSheet } from './flash-sheet/design-sheet.tsx'
import { EmptySheet, StencilSheet } from './flash-sheet/empty-sheet.tsx'
import styles from './gallery-page.module.css'
import { type GalleryState, viewOf } from './gallery-state.ts'
import { GalleryTools } from './gallery-tools.tsx'
import { ListFailure, MoreDesigns } from './more-designs.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useDesigns, useGalleryState } from './use-designs.ts'
import { useGalleryActions } from './use-gallery-actions.ts'
import { useGalleryFocus } from './use-gallery-focus.ts'

interface GalleryPageProps {
  shell: ShellApi
  /** The member moves towards a card: its page is about to be opened. */
  onIntent?: () => void
}

export function GalleryPage({ shell, onIntent }: GalleryPageProps) {
  usePageTitle(shell, messages.title)
  const filter = readFilter(shell.path)
  const query = filterQuery(filter)
  const [state, change] = useGalleryState(shell.member?.id)
  const { selectedIds, undoable } = state
  const view = viewOf(state, query)
  const { list, selected } = view
  const { firstPage, showMore, retry, reload } = useDesigns(shell, query, list, change)
  const { headingRef, ...focus } = useGalleryFocus(query, selectedIds !== null)
  const actions = useGalleryActions(shell, { undoable, view, focus, change, reload })

  async function handleShowMore() {
    const first = await showMore()
    if (first) focus.toCard(first.id)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only loads the next page early
    <div className={styles.page} onPointerOver={onIntent} onFocus={onIntent}>
      <header className={styles.header}>
        <h1 ref={headingRef} tabIndex={-1}>
          {messages.title}
        </h1>
        <p className={styles.count} role="status">
          {firstPage.status === 'loading' ? messages.loading : view.count}
        </p>
        <GalleryTools
          hasStylesOnly={view.hasFew && !isNarrowed(filter) && selectedIds === null}
          isSelecting={selectedIds !== null}
          onSelecting={(isSelecting) =>
            change((now) => ({ ...now, selectedIds: isSelecting ? new Set() : null }))
          }
          filter={filter}
          onChange={(changes) =>
            shell.navigate(galleryPath(filterQuery({ ...filter, ...changes })))
          }
        />
      </header>

      <OfflineLine />
      <Failure what="restore" {...{ state, actions }} />
      <FirstPage state={firstPage} onRetry={retry} />
      {view.isEmpty && <EmptySheet filter={filter} />}
      <Sheets state={state} query={query} actions={actions.cardActions} />
      {list && view.hasMore && (
        <MoreDesigns
          list={list}
          onClick={handleShowMore}
          onScrollNear={() => void showMore({ byScrolling: true })}
        />
      )}

      <Failure what="download" {...{ state, actions }} />
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

interface FirstPageProps {
  state: ReturnType<typeof useDesigns>['firstPage']
  onRetry: () => void
}

/** The list of designs until it is there. */
function FirstPage({ state, onRetry }: FirstPageProps) {
  if (state.status !== 'failed') return state.status === 'loading' ? <StencilSheet /> : null
  return <ListFailure code={state.code} onRetry={onRetry} />
}

interface FailureProps {
  what: 'restore' | 'download'
  state: Pick<GalleryState, 'undoFailure' | 'downloadFailure'>
  actions: Pick<ReturnType<typeof useGalleryActions>, 'takeBackUndo' | 'takeBackDownload'>
}

function Failure({ what, state, actions }: FailureProps) {
  const isUndo = what === 'restore'
  const code = isUndo ? state.undoFailure : state.downloadFailure
  if (code === null) return null
  const title = isUndo ? messages.restoreFailed : messages.downloadFailed
  const takeBack = isUndo ? actions.takeBackUndo : actions.takeBackDownload
  return (
    <WriteFailure title={title} code={code} reason={problemMessage(code)} takeBack={takeBack} />
  )
}

/** What still works without a network. */
function OfflineLine() {
  if (!useBrowser(isOffline)) return null
  return (
    <p className={styles.offline} role="alert">
      {typeset(messages.offline)}
    </p>
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

/** Designs that a question shows with their names. */
const mostAsked = 4

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
    >
      <p>{typeset(messages.linksRest)}</p>
      <ul className={styles.toDelete}>
        {designs.slice(0, mostAsked).map((design) => (
          <li key={design.id}>
            <DesignImage design={design} size="card" />
            <p>{typesetSubject(design.subject)}</p>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
