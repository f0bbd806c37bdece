import { styleName } from '@encre/protocol/catalogue'
import { ButtonLink } from '@encre/ui/button'
import { RegistrationMarks } from '@encre/ui/marks'
import { typeset } from '@encre/ui/typeset'
import type { CSSProperties } from 'react'
import { type GalleryFilter, isNarrowed } from '../../gallery-filter.ts'
import { messages } from '../../messages.ts'
import sheet from './design-sheet.module.css'
import styles from './empty-sheet.module.css'

export function EmptySheet({ filter }: { filter: GalleryFilter }) {
  return (
    <div className={styles.empty}>
      <RegistrationMarks />
      <p className={styles.title}>{messages.empty}</p>
      <p className={styles.hint}>{typeset(hintOf(filter))}</p>
      <div className={styles.ways}>
        <ButtonLink href="/generator" variant="primary">
          {messages.create}
        </ButtonLink>
        {!isNarrowed(filter) && <ButtonLink href="/calque">{messages.ownDrawing}</ButtonLink>}
        {!isNarrowed(filter) && <ButtonLink href="/lettrage">{messages.lettering}</ButtonLink>}
        {isNarrowed(filter) && (
          <ButtonLink href="/gallery">
            {filter.words || filter.favouritesOnly ? messages.allDesigns : messages.allStyles}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function hintOf(filter: GalleryFilter): string {
  if (filter.words) return messages.emptySearch(filter.words)
  if (filter.favouritesOnly) return messages.emptyFavourites
  return filter.style ? messages.emptyStyle(styleName(filter.style)) : messages.emptyHint
}

const cells = ['first', 'second', 'third', 'fourth']
const counts: CSSProperties & Record<`--${string}`, number> = {
  '--start': 0,
  '--designs': cells.length,
}

export function StencilSheet() {
  return (
    <div className={sheet.sheet} aria-hidden="true">
      <div className={sheet.group} style={counts}>
        {cells.map((cell) => (
          <div key={cell} className={`${sheet.cell} ${styles.cell}`}>
            <RegistrationMarks />
            <div className={styles.line} />
          </div>
        ))}
      </div>
    </div>
  )
}
