import { mostArchived } from '@encre/gallery-worker/contract'
import { Button } from '@encre/ui/button'
import type { CSSProperties } from 'react'
import { messages } from '../messages.ts'
import styles from './gallery-page.module.css'

interface SelectionBarProps {
  count: number
  onFavourite: () => void
  onDownload: () => void
  onDelete: () => void
  onEnd: () => void
}

/** A mask that a phone shows in place of the words. */
function icon(path: string): CSSProperties & { '--icon': string } {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20' fill='none' stroke='#000' stroke-width='1.75'><path d='${path}'/></svg>`
  return { '--icon': `url("data:image/svg+xml,${encodeURIComponent(svg)}")` }
}

const icons = {
  favourite: icon('m10 3 2.1 4.4 4.9.6-3.6 3.3.9 4.8-4.3-2.4-4.3 2.4.9-4.8L3 8l4.9-.6z'),
  download: icon('M10 3v9m-4-4 4 4 4-4M4 16h12'),
  delete: icon('m5 5 10 10M15 5 5 15'),
}

/** What can be done with the selected designs, at the bottom of the window. */
export function SelectionBar({
  count,
  onFavourite,
  onDownload,
  onDelete,
  onEnd,
}: SelectionBarProps) {
  return (
    <section className={styles.bar} aria-label={messages.selection}>
      <p className={styles.selectedCount} data-count={count} role="status">
        {count > mostArchived
          ? messages.tooManyToDownload(mostArchived)
          : messages.selectedCount(count)}
      </p>
      <Button style={icons.favourite} onClick={onFavourite}>
        {messages.addToFavourites}
      </Button>
      <Button style={icons.download} disabled={count > mostArchived} onClick={onDownload}>
        {messages.download}
      </Button>
      <Button style={icons.delete} variant="danger" onClick={onDelete}>
        {messages.delete}
      </Button>
      <Button variant="quiet" onClick={onEnd}>
        {messages.endSelection}
      </Button>
    </section>
  )
}
