import { mostSearchCharacters } from '@encre/gallery-worker/contract'
import { useId, useRef, useState } from 'react'
import { messages } from '../messages.ts'
import { cleanWords, type GalleryFilter } from './gallery-filter.ts'
import styles from './gallery-tools.module.css'

/** Milliseconds after the last key before the search is sent. */
const searchDelayMs = 300

interface GalleryToolsProps {
  filter: GalleryFilter
  onChange: (changes: Partial<GalleryFilter>) => void
  isSelecting: boolean
  onSelecting: (isSelecting: boolean) => void
}

/** Search, favourites, order and selection. */
export function GalleryTools({ filter, onChange, isSelecting, onSelecting }: GalleryToolsProps) {
  const orderId = useId()
  return (
    <search className={styles.tools}>
      <SearchField words={filter.words} onSearch={(words) => onChange({ words })} />
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={filter.favouritesOnly}
        onClick={() => onChange({ favouritesOnly: !filter.favouritesOnly })}
      >
        <span aria-hidden="true">★</span> {messages.favourites}
      </button>
      <div className={styles.order}>
        <label htmlFor={orderId}>{messages.order}</label>
        <select
          id={orderId}
          className={styles.select}
          value={filter.order}
          onChange={(event) => onChange({ order: event.target.value === 'oldest' ? 'oldest' : 'newest' })}
        >
          <option value="newest">{messages.newest}</option>
          <option value="oldest">{messages.oldest}</option>
        </select>
      </div>
      <button type="button" className={styles.toggle} aria-pressed={isSelecting} onClick={() => onSelecting(!isSelecting)}>
        {messages.select}
      </button>
    </search>
  )
}

/** Searches while the member types. When the address changes by other means, such as the back button, the field shows its words. */
function SearchField({ words, onSearch }: { words: string; onSearch: (words: string) => void }) {
  const id = useId()
  const [text, setText] = useState(words)
  const [shownWords, setShownWords] = useState(words)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (words !== shownWords) {
    setShownWords(words)
    if (words !== cleanWords(text)) setText(words)
  }

  function search(next: string, delayMs: number) {
    clearTimeout(timer.current)
    const cleaned = cleanWords(next)
    timer.current = setTimeout(() => cleaned !== words && onSearch(cleaned), delayMs)
  }

  return (
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        search(text, 0)
      }}
    >
      <label className={styles.hidden} htmlFor={id}>
        {messages.search}
      </label>
      <input
        id={id}
        className={styles.input}
        type="search"
        name="q"
        placeholder={messages.searchPlaceholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={mostSearchCharacters}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          search(event.target.value, searchDelayMs)
        }}
      />
    </form>
  )
}
