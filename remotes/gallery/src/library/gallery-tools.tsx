import { mostSearchCharacters } from '@encre/gallery-worker/contract'
import { styles as catalogue, styleName } from '@encre/protocol/catalogue'
import { useEvent } from '@encre/remote-kit/use-event'
import { Fold } from '@encre/ui/fold'
import { SegmentedControl } from '@encre/ui/segmented-control'
import visuallyHidden from '@encre/ui/visually-hidden.module.css'
import { type ChangeEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { cleanWords, type GalleryFilter } from '../gallery-filter.ts'
import { messages } from '../messages.ts'
import styles from './gallery-tools.module.css'

/** Milliseconds after the last key before the address gets the searched words. */
export const searchDelayMs = 300

const choices = [
  [null, messages.allStyles],
  ...catalogue.map(({ id, name }) => [id, name] as const),
] as const

interface GalleryToolsProps {
  /** For a gallery that has too few designs for the other tools. */
  hasStylesOnly: boolean
  filter: GalleryFilter
  onChange: (changes: Partial<GalleryFilter>) => void
  isSelecting: boolean
  onSelecting: (isSelecting: boolean) => void
}

/**
 * What filters and orders, on a phone behind one button that names what is chosen; selection and
 * search. A gallery of few designs lacks the last ones, so the others keep their places.
 */
export function GalleryTools({
  hasStylesOnly,
  filter,
  onChange,
  isSelecting,
  onSelecting,
}: GalleryToolsProps) {
  const chosen = [
    filter.style && styleName(filter.style),
    filter.favouritesOnly && messages.favourites,
    filter.order === 'oldest' && messages.oldest,
  ].filter(Boolean)
  return (
    <search className={styles.tools} data-screen-only>
      <Fold
        summary={chosen.length === 0 ? messages.openFilter : <strong>{chosen.join(' · ')}</strong>}
        className={styles.fold}
        isOpenWhenWide
      >
        <div className={styles.panel}>
          {!hasStylesOnly && <Choices filter={filter} onChange={onChange} />}
          <div className={styles.filter}>
            <SegmentedControl<string | null>
              label={messages.filter}
              isLabelHidden
              choices={choices}
              value={filter.style}
              onChange={(style) => onChange({ style })}
            />
          </div>
        </div>
      </Fold>
      {!hasStylesOnly && (
        <>
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={isSelecting}
            onClick={() => onSelecting(!isSelecting)}
          >
            {messages.select}
          </button>
          <SearchField words={filter.words} onSearch={(words) => onChange({ words })} />
        </>
      )}
    </search>
  )
}

/** Favourites and order. */
function Choices({ filter, onChange }: Pick<GalleryToolsProps, 'filter' | 'onChange'>) {
  const orderId = useId()
  return (
    <>
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
          onChange={(event) =>
            onChange({ order: event.target.value === 'oldest' ? 'oldest' : 'newest' })
          }
        >
          <option value="newest">{messages.newest}</option>
          <option value="oldest">{messages.oldest}</option>
        </select>
      </div>
    </>
  )
}

/**
 * Searches while the member types. When the address changes by other means, such as the back
 * button, the field shows its words.
 */
function SearchField({ words, onSearch }: { words: string; onSearch: (words: string) => void }) {
  const id = useId()
  const [text, setText] = useState(words)
  const [shownWords, setShownWords] = useState(words)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (words !== shownWords) {
    setShownWords(words)
    if (words !== cleanWords(text)) setText(words)
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  // Reads what is newest when the pause ends: the favourites may have been chosen meanwhile.
  const search = useEvent(() => {
    const cleaned = cleanWords(text)
    if (cleaned !== words) onSearch(cleaned)
  })

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    clearTimeout(timer.current)
    search()
  }

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    setText(event.target.value)
    clearTimeout(timer.current)
    timer.current = setTimeout(search, searchDelayMs)
  }

  return (
    <form className={styles.search} onSubmit={handleSubmit}>
      <label className={visuallyHidden.text} htmlFor={id}>
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
        onChange={handleChange}
      />
    </form>
  )
}
