import { mostArchived } from '@encre/gallery-worker/contract'
import { Button } from '@encre/ui/button'
import styles from './gallery-page.module.css'
import { messages } from './messages.ts'

interface SelectionBarProps {
  count: number
  onFavourite: () => void
  onCompare: () => void
  onDownload: () => void
  onDelete: () => void
  onEnd: () => void
}

/** What can be done with the selected designs. It stays in sight at the bottom of the window. */
export function SelectionBar({ count, onFavourite, onCompare, onDownload, onDelete, onEnd }: SelectionBarProps) {
  const isEmpty = count === 0
  return (
    <section className={styles.bar} aria-label={messages.selection}>
      <div className={styles.summary}>
        <p className={styles.selectedCount} role="status">
          {count > mostArchived ? messages.tooManyToDownload(mostArchived) : messages.selectedCount(count)}
        </p>
        <Button variant="quiet" onClick={onEnd}>
          {messages.endSelection}
        </Button>
      </div>
      <div className={styles.actions}>
        <Button disabled={isEmpty} onClick={onFavourite}>
          {messages.addToFavourites}
        </Button>
        <Button disabled={count !== 2} title={count === 2 ? undefined : messages.compareTwo} onClick={onCompare}>
          {messages.compare}
        </Button>
        <Button disabled={isEmpty || count > mostArchived} onClick={onDownload}>
          {messages.download}
        </Button>
        <Button variant="danger" disabled={isEmpty} onClick={onDelete}>
          {messages.delete}
        </Button>
      </div>
    </section>
  )
}
