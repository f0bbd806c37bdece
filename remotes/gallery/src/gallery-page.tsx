import type { Design } from '@encre/gallery-worker/contract'
import { styles as catalogue } from '@encre/protocol/catalogue'
import type { ShellApi } from '@encre/protocol/shell-api'
import { Button } from '@encre/ui/button'
import { ConfirmDialog } from '@encre/ui/confirm-dialog'
import { Notice } from '@encre/ui/notice'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DesignCard, focusCard } from './design-card.tsx'
import { EmptySheet } from './empty-sheet.tsx'
import styles from './gallery-page.module.css'
import { countMessage, messages, problemMessage } from './messages.ts'
import { StencilSheet } from './stencil-sheet.tsx'
import { StyleFilter } from './style-filter.tsx'
import { useDeletion } from './use-deletion.ts'
import { useDesigns } from './use-designs.ts'

export function GalleryPage({ shell }: { shell: ShellApi }) {
  const style = styleOf(shell.path)
  const { library, showMore, retry } = useDesigns(shell, style)
  const { remove, isGone, failureOf } = useDeletion(shell)
  const [doomed, setDoomed] = useState<Design | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  const nameThePage = useEffectEvent(() => shell.setTitle(messages.title))
  useEffect(() => nameThePage(), [])

  const designs = library.status === 'loaded' ? library.designs.filter((design) => !isGone(design)) : []
  const hasMore = library.status === 'loaded' && library.next !== null

  function handleConfirm() {
    if (!doomed) return
    const index = designs.indexOf(doomed)
    const neighbour = designs[index + 1] ?? designs[index - 1]
    // The dialog gives the focus back to a button that is leaving: it must be closed before the neighbour takes it.
    flushSync(() => {
      setDoomed(null)
      void remove(doomed)
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
              <DesignCard design={design} number={index + 1} failure={failureOf(design)} onDelete={() => setDoomed(design)} />
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
          {/* `aria-disabled`, so that the focus stays on it while the page comes. */}
          <Button aria-disabled={library.more.status === 'loading'} onClick={handleShowMore}>
            {library.more.status === 'loading' ? messages.showingMore : messages.showMore}
          </Button>
        </div>
      )}

      <ConfirmDialog
        open={doomed !== null}
        question={messages.confirmDelete}
        confirmLabel={messages.delete}
        cancelLabel={messages.cancel}
        onConfirm={handleConfirm}
        onCancel={() => setDoomed(null)}
      />
    </div>
  )
}

/** The filter of the address; a style that nobody knows is no filter. */
function styleOf(path: string): string | null {
  const asked = new URL(path, 'https://encre.invalid').searchParams.get('style')
  return catalogue.find((style) => style.id === asked)?.id ?? null
}
