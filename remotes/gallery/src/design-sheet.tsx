import type { ListedDesign } from '@encre/gallery-worker/contract'
import { memo } from 'react'
import { atelierHref } from './atelier/atelier-path.ts'
import { type CardActions, DesignCard } from './design-card.tsx'
import styles from './gallery-page.module.css'
import type { DeletionFailure } from './use-deletion.ts'

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

export const DesignSheet = memo(function DesignSheet({ filter, designs, hiddenIds, selectedIds, failures, actions }: DesignSheetProps) {
  const params = new URLSearchParams(filter)
  return (
    <ol className={styles.sheet} data-selecting={selectedIds ? '' : undefined}>
      {designs.map(
        (design) =>
          !hiddenIds.has(design.id) && (
            <li key={design.id} className={styles.cell}>
              <DesignCard
                id={cardId(filter, design.id)}
                design={design}
                atelierHref={atelierHref(design.id, params)}
                isSelected={selectedIds?.has(design.id) ?? false}
                failure={failures.get(design.id) ?? null}
                actions={actions}
              />
            </li>
          ),
      )}
    </ol>
  )
})

/** Moves the focus to a design of a sheet, if it is shown. */
export function focusCard(filter: string, designId: string): void {
  document.getElementById(cardId(filter, designId))?.focus()
}

function cardId(filter: string, designId: string): string {
  return `design-${filter && `${encodeURIComponent(filter)}-`}${designId}`
}
