import { typeset } from '@encre/ui/typeset'
import { messages } from '../messages.ts'
import styles from './favourite-button.module.css'

interface FavouriteButtonProps {
  subject: string
  isFavourite: boolean
  onToggle: () => void
}

/** The star of a card: an outline, or filled with ink. */
export function FavouriteButton({ subject, isFavourite, onToggle }: FavouriteButtonProps) {
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isFavourite}
      aria-label={typeset(messages.favouriteOf(subject))}
      title={messages.favourite}
      onClick={onToggle}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m12 3.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z" />
      </svg>
    </button>
  )
}
