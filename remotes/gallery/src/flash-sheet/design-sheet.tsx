import type { ListedDesign } from '@encre/gallery-worker/contract'
import { memo } from 'react'
import type { DeletionFailure } from '../gallery-state.ts'
import { useMovedFocus } from '../use-gallery-focus.ts'
import type { CardActions } from './design-card.tsx'
import { DesignGroup, groupSize } from './design-group.tsx'
import styles from './design-sheet.module.css'

interface DesignSheetProps {
  /** Query of the filter: two sheets may hold the same design. */
  filter: string
  designs: ListedDesign[]
  hiddenIds: ReadonlySet<string>
  /** The selected designs, or null while the member does not select. */
  selectedIds: ReadonlySet<string> | null
  failures: ReadonlyMap<string, DeletionFailure>
  actions: CardActions
}

/** The cards of one filter, in groups that the browser skips while they are outside of the window. */
export const DesignSheet = memo(function DesignSheet({ filter, designs, hiddenIds, selectedIds, failures, actions }: DesignSheetProps) {
  const shown = designs.filter(({ id }) => !hiddenIds.has(id))
  const sheet = useMovedFocus()
  const starts = Array.from({ length: Math.ceil(shown.length / groupSize) }, (_, group) => group * groupSize)
  return (
    <div ref={sheet} className={styles.sheet} data-selecting={selectedIds ? '' : undefined}>
      {starts.map((start) => (
        <DesignGroup
          key={start}
          filter={filter}
          start={start}
          designs={shown.slice(start, start + groupSize)}
          selectedIds={selectedIds}
          failures={failures}
          actions={actions}
        />
      ))}
    </div>
  )
})
