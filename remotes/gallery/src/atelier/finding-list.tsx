import type { Assessment, Place } from '@encre/stencil/assessment'
import { decimal } from '@encre/stencil/printed-messages'
import { typeset } from '@encre/ui/typeset'
import { ageingMessages as text } from './ageing-messages.ts'
import styles from './finding-list.module.css'
import type { FindingKind } from './finding-overlay.tsx'

interface FindingListProps {
  assessment: Assessment
  rule: 'strokes' | 'dots'
  kinds: readonly FindingKind[]
  /** The place that has the focus or the pointer, or null. */
  onPlace: (place: Place | null) => void
}

/** What will not last, in words: each kind with its share, and its worst places. */
export function FindingList({ assessment, rule, kinds, onPlace }: FindingListProps) {
  return (
    <ul className={styles.list}>
      {kinds.map((kind) => {
        const { share, places } = assessment[kind]
        return (
          <li key={kind} className={styles.finding}>
            <p className={styles.line}>
              <span className={`${styles.sign} ${styles[kind]}`} aria-hidden="true" />
              <span className={styles.name}>{typeset(text.findings[rule][kind])}</span>
              <span className={styles.share}>{typeset(text.share(share, text.whole[rule][kind]))}</span>
            </p>
            {places.length > 0 && (
              <details>
                <summary className={styles.summary}>{text.places(places.length)}</summary>
                <ol className={styles.places}>
                  {places.map((place) => (
                    <li key={`${place.x} ${place.y}`}>
                      <button
                        type="button"
                        className={styles.place}
                        onFocus={() => onPlace(place)}
                        onBlur={() => onPlace(null)}
                        onPointerEnter={() => onPlace(place)}
                        onPointerLeave={() => onPlace(null)}
                        // Some phones focus no button that is touched.
                        onClick={() => onPlace(place)}
                      >
                        {typeset(text.place(decimal(place.x / 10, 1), decimal(place.y / 10, 1)))}
                      </button>
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </li>
        )
      })}
    </ul>
  )
}
