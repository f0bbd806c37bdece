import type { Generation } from '@encre/generator-worker/contract'
import type { Design } from '@encre/protocol/design'
import { designPath } from '@encre/protocol/links'
import { DesignImage } from '@encre/ui/design-parts'
import { typesetSubject } from '@encre/ui/typeset'
import { useId } from 'react'
import { previewMessages as text } from '../later-messages.ts'
import words from '../text.module.css'
import { DesignWords } from './design-words.tsx'
import { InProgress } from './in-progress.tsx'
import { Result } from './result.tsx'
import styles from './results.module.css'
import { type SheetProps, Variants } from './variants.tsx'

/** The design that the sheet shows: none beside variants, and none while one is pending. */
function newestOf({ pending, slots, results }: SheetProps): Generation | undefined {
  return pending.length > 0 || slots.length > 1 ? undefined : results[0]
}

export function SheetContent(props: SheetProps) {
  const { pending, slots, freshId, onCancel, ...actions } = props
  const [current] = pending
  const newest = newestOf(props)
  if (slots.length > 1) return <Variants {...props} />
  if (current)
    return <InProgress key={current.key} pending={current} onCancel={() => onCancel(current.key)} />
  return (
    newest?.design && (
      <Result
        key={newest.id}
        generation={newest}
        design={newest.design}
        fresh={newest.id === freshId}
        actions={actions}
      />
    )
  )
}

export function EarlierStrip(props: SheetProps) {
  const headingId = useId()
  const { slots } = props
  const newest = newestOf(props)
  const isVariant = (id: string) =>
    slots.length > 1 && slots.some(({ end }) => end?.kind === 'result' && end.id === id)
  const earlier = props.results.filter(({ id }) => id !== newest?.id && !isVariant(id))
  if (earlier.length === 0) return null
  return (
    <section className={styles.strip} aria-labelledby={headingId}>
      <h2 id={headingId} className={words.soft}>
        {text.earlier}
      </h2>
      <ul className={styles.row}>
        {earlier.map((generation) => (
          <li key={generation.id}>
            {generation.design && (
              <EarlierResult generation={generation} design={generation.design} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function EarlierResult({ generation, design }: { generation: Generation; design: Design }) {
  return (
    <figure className={styles.figure}>
      <a className={styles.open} href={designPath(design.id)}>
        <DesignImage design={design} size="card" />
      </a>
      <figcaption className={styles.caption}>
        <p className={words.subject}>{typesetSubject(design.subject)}</p>
        <DesignWords generation={generation} design={design} />
      </figcaption>
    </figure>
  )
}
