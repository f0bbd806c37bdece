import type { ListedDesign } from '@encre/gallery-worker/contract'
import { type CSSProperties, memo } from 'react'
import { atelierPath } from '../../atelier-path.ts'
import type { CardMark } from '../gallery-state.ts'
import { cardId, useMovedFocus } from '../use-gallery-focus.ts'
import { type CardActions, DesignCard } from './design-card.tsx'
import styles from './design-sheet.module.css'

interface DesignSheetProps {
  /** Query of the filter: two sheets may hold the same design. */
  filter: string
  designs: ListedDesign[]
  hiddenIds: ReadonlySet<string>
  selectedIds: ReadonlySet<string> | null
  marks: ReadonlyMap<string, CardMark>
  actions: CardActions
}

export const DesignSheet = memo(function DesignSheet({
  filter,
  designs,
  hiddenIds,
  selectedIds,
  marks,
  actions,
}: DesignSheetProps) {
  const shown = designs.filter(({ id }) => !hiddenIds.has(id))
  const sheet = useMovedFocus()
  const starts = Array.from(
    { length: Math.ceil(shown.length / groupSize) },
    (_, group) => group * groupSize,
  )
  return (
    <div ref={sheet} className={styles.sheet} data-selecting={selectedIds ? '' : undefined}>
      {starts.map((start) => (
        <DesignGroup
          key={start}
          filter={filter}
          start={start}
          designs={shown.slice(start, start + groupSize)}
          selectedIds={selectedIds}
          marks={marks}
          actions={actions}
        />
      ))}
    </div>
  )
})

/**
 * Cards of a full group. Every number of columns in `design-sheet.module.css` divides it: between
 * two groups no place is empty.
 */
export const groupSize = 120

interface DesignGroupProps extends Omit<DesignSheetProps, 'hiddenIds'> {
  start: number
}

const DesignGroup = memo(function DesignGroup({
  filter,
  start,
  designs,
  selectedIds,
  marks,
  actions,
}: DesignGroupProps) {
  const counts: CSSProperties & Record<`--${string}`, number> = {
    '--start': start,
    '--designs': designs.length,
  }
  return (
    <ol className={styles.group} start={start + 1} style={counts}>
      {designs.map((design) => (
        <li key={design.id} className={styles.cell}>
          <DesignCard
            id={cardId(filter, design.id)}
            design={design}
            atelierHref={atelierPath(design.id, filter)}
            isSelected={selectedIds?.has(design.id) ?? false}
            mark={marks.get(design.id) ?? null}
            actions={actions}
          />
        </li>
      ))}
    </ol>
  )
}, showTheSame)

function showTheSame(before: DesignGroupProps, after: DesignGroupProps): boolean {
  return (
    before.filter === after.filter &&
    before.start === after.start &&
    before.actions === after.actions &&
    before.designs.length === after.designs.length &&
    after.designs.every(
      (design, index) =>
        before.designs[index] === design &&
        before.selectedIds?.has(design.id) === after.selectedIds?.has(design.id) &&
        before.marks.get(design.id) === after.marks.get(design.id),
    )
  )
}
