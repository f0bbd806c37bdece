import type { Design } from '@encre/gallery-worker/contract'
import { styles as catalogue } from '@encre/protocol/catalogue'
import type { ShellApi } from '@encre/protocol/shell-api'
import { usePageTitle } from '@encre/remote-kit/use-page-title'
import { Button } from '@encre/ui/button'
import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { Notice } from '@encre/ui/notice'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { atelierHref } from './atelier/atelier-path.ts'
import { DesignCard, focusCard } from './design-card.tsx'
import { EmptySheet } from './empty-sheet.tsx'
import styles from './gallery-page.module.css'
import { countMessage, messages, problemMessage } from './messages.ts'
import { StencilSheet } from './stencil-sheet.tsx'
import { StyleFilter } from './style-filter.tsx'
import { useDeletion } from './use-deletion.ts'
import { useDesigns } from './use-designs.ts'

export function GalleryPage({ shell }: { shell: ShellApi }) {
  usePageTitle(shell, messages.title)
  const style = findStyle(shell.path)
  const filter = new URL(shell.path, 'https://encre.invalid').searchParams
  const { library, showMore, retry } = useDesigns(shell, style)
  const { remove, isDeleted, failureOf } = useDeletion(shell)
  const [designToDelete, setDesignToDelete] = useState<Design | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  const designs = library.status === 'loaded' ? library.designs.filter((design) => !isDeleted(design)) : []
  const hasMore = library.status === 'loaded' && library.next !== null

  function handleConfirm() {
    if (!designToDelete) return
    const index = designs.indexOf(designToDelete)
    const neighbour = designs[index + 1] ?? designs[index - 1]
    // When the dialog closes, it gives the focus back to the button of the deleted card. Close it before moving the focus.
    flushSync(() => {
      setDesignToDelete(null)
      void remove(designToDelete)
    })
    if (neighbour) focusCard(neighbour)
    else heading.current?.focus()
  }

  async function handleShowMore() {
    const first = await showMore()
    if (first) focusCard(first)
  }

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title} ref={heading} tabIndex={-1}>
          {messages.title}
        </h1>
        {library.status === 'loaded' && <p className={styles.count}>{countMessage(designs.length, hasMore)}</p>}
        {library.status === 'loading' && (
          <p className={styles.count} role="status">
            {messages.loading}
          </p>
        )}
      </header>
      <StyleFilter value={style} onChange={(id) => shell.navigate(id ? `/gallery?style=${id}` : '/gallery')} />

      {library.status === 'loading' && <StencilSheet />}
      {library.status === 'failed' && (
        <div className={styles.failure}>
          <Notice kind="error" title={messages.loadFailed} lang="en">
            <p>{problemMessage(library.code)}</p>
          </Notice>
          <Button onClick={retry}>{messages.retry}</Button>
        </div>
      )}
      {library.status === 'loaded' && designs.length === 0 && !hasMore && <EmptySheet style={style} />}
      {designs.length > 0 && (
        <ol className={styles.sheet}>
          {designs.map((design, index) => (
            <li key={design.id} className={styles.cell}>
              <DesignCard
                design={design}
                number={index + 1}
                atelierHref={atelierHref(design.id, filter)}
                failure={failureOf(design)}
                onDelete={() => setDesignToDelete(design)}
              />
            </li>
          ))}
        </ol>
      )}
      {library.status === 'loaded' && hasMore && (
        <div className={styles.more}>
          {library.more.status === 'failed' && (
            <Notice kind="error" title={messages.loadFailed} lang="en">
              <p>{problemMessage(library.more.code)}</p>
            </Notice>
          )}
          {/* `aria-disabled`: a disabled button would lose the focus while the page loads. */}
          <Button aria-disabled={library.more.status === 'loading'} onClick={handleShowMore}>
            {library.more.status === 'loading' ? messages.showingMore : messages.showMore}
          </Button>
        </div>
      )}

      <ConfirmDialog
        open={designToDelete !== null}
        question={messages.confirmDelete}
        confirmLabel={messages.delete}
        cancelLabel={messages.cancel}
        onConfirm={handleConfirm}
        onCancel={() => setDesignToDelete(null)}
      />
    </div>
  )
}

/** The style filter of the address, or null for none. An unknown style is ignored. */
function findStyle(path: string): string | null {
  const requested = new URL(path, 'https://encre.invalid').searchParams.get('style')
  return catalogue.find((style) => style.id === requested)?.id ?? null
}
