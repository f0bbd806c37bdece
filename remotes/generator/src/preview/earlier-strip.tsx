import type { Generation } from '@encre/generator-worker/contract'
import { originLine } from '@encre/remote-kit/origin-line'
import { Button } from '@encre/ui/button'
import { DesignImage } from '@encre/ui/design-image'
import { typesetSubject } from '@encre/ui/typeset'
import { useId } from 'react'
import type { PendingGeneration } from '../generation/generations-state.ts'
import { messages, stateMessages } from '../messages.ts'
import { StyleGlyph } from '../style-glyph.tsx'
import styles from './earlier-strip.module.css'
import { FullPrompt } from './full-prompt.tsx'
import { Shortcomings } from './shortcomings.tsx'

interface EarlierStripProps {
  /** Generations that run beside the one on the sheet. */
  pending: PendingGeneration[]
  results: Generation[]
  onCancel: (key: string) => void
}

/** The designs that are not on the sheet, each with its prompt, in one row that scrolls sideways. */
export function EarlierStrip({ pending, results, onCancel }: EarlierStripProps) {
  const headingId = useId()
  if (pending.length + results.length === 0) return null
  return (
    <section className={styles.strip} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {pending.length > 0 ? messages.others : messages.earlier}
      </h2>
      <ul className={styles.row}>
        {pending.map((entry) => (
          <li key={entry.key} className={styles.item}>
            <PendingItem pending={entry} onCancel={() => onCancel(entry.key)} />
          </li>
        ))}
        {results.map((generation) => (
          <li key={generation.id} className={styles.item}>
            <EarlierResult generation={generation} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PendingItem({ pending, onCancel }: { pending: PendingGeneration; onCancel: () => void }) {
  const { phase, partial, generation, design, subject } = pending
  const isCancelling = phase === 'withdrawing' || phase === 'cancelling'
  return (
    <div className={styles.figure}>
      {partial ? (
        <img className={styles.image} src={partial} alt="" />
      ) : (
        <span className={styles.glyph}>
          <StyleGlyph style={design.style} />
        </span>
      )}
      <div className={styles.words}>
        <p className={styles.subject}>{typesetSubject(subject)}</p>
        <p className={styles.soft} role="status">
          {stateMessages[generation?.state ?? 'queued']}
        </p>
        <Button disabled={isCancelling} onClick={onCancel} aria-label={isCancelling ? undefined : `${messages.cancel} : ${subject}`}>
          {isCancelling ? messages.cancelling : messages.cancel}
        </Button>
      </div>
    </div>
  )
}

function EarlierResult({ generation }: { generation: Generation }) {
  const { design } = generation
  if (!design) return null
  const origin = originLine(design.origin)
  return (
    <figure className={styles.figure}>
      <a className={styles.open} href={design.imageUrl} target="_blank" rel="noopener">
        <DesignImage design={design} size="card" />
        <span className={styles.hidden}>, {messages.openInNewTab}</span>
      </a>
      <figcaption className={styles.words}>
        <p className={styles.subject}>{typesetSubject(design.subject)}</p>
        <Shortcomings className={styles.soft} generation={generation} />
        {origin && <p className={styles.soft}>{origin}</p>}
        <FullPrompt prompt={design.prompt} />
      </figcaption>
    </figure>
  )
}
