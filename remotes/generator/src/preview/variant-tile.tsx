import type { Generation } from '@encre/generator-worker/contract'
import { originLine } from '@encre/remote-kit/origin-line'
import { Button } from '@encre/ui/button'
import { DesignImage } from '@encre/ui/design-image'
import { FullPrompt } from '@encre/ui/full-prompt'
import { typeset } from '@encre/ui/typeset'
import visuallyHidden from '@encre/ui/visually-hidden.module.css'
import type { PendingGeneration, Slot } from '../generation/generations-state.ts'
import { messages } from '../messages.ts'
import { StopText } from '../steps/stop-text.tsx'
import { StyleGlyph } from '../style-glyph.tsx'
import { stateMessages, previewMessages as text } from './preview-messages.ts'
import { Shortcomings } from './shortcomings.tsx'
import styles from './variants.module.css'

interface VariantTileProps {
  slot: Slot
  pending: PendingGeneration | null
  result: Generation | null
  /** 'Variante 2 sur 4' */
  name: string
  onCancel: () => void
}

/** One variant: while it runs, once it is a design, or why it gave none. */
export function VariantTile({ slot: { end }, pending, result, name, onCancel }: VariantTileProps) {
  if (pending) return <PendingTile pending={pending} name={name} onCancel={onCancel} />
  if (result?.design) return <ResultTile generation={result} design={result.design} name={name} />
  return (
    <div className={styles.tile}>
      <div className={styles.stopped}>{end && end.kind !== 'result' && <StopText stop={end} />}</div>
      <p className={styles.name}>{name}</p>
    </div>
  )
}

function PendingTile({ pending, name, onCancel }: { pending: PendingGeneration; name: string; onCancel: () => void }) {
  const { phase, partial, generation, design, connected } = pending
  const isCancelling = phase === 'withdrawing' || phase === 'cancelling'
  const trouble = generation ? text.reconnecting : text.resending
  return (
    <div className={styles.tile}>
      <div className={styles.square}>
        {partial ? <img className={styles.partial} src={partial} alt="" /> : <StyleGlyph style={design.style} />}
      </div>
      <p className={styles.name}>{name}</p>
      <p className={styles.soft}>{connected ? stateMessages[generation?.state ?? 'queued'] : trouble}</p>
      <Button disabled={isCancelling} onClick={onCancel} aria-label={isCancelling ? undefined : `${messages.cancel} : ${name}`}>
        {isCancelling ? text.cancelling : messages.cancel}
      </Button>
    </div>
  )
}

interface ResultTileProps {
  generation: Generation
  design: NonNullable<Generation['design']>
  name: string
}

function ResultTile({ generation, design, name }: ResultTileProps) {
  const origin = originLine(design.origin)
  return (
    <figure className={styles.tile}>
      <a className={styles.square} href={design.imageUrl} target="_blank" rel="noopener">
        <DesignImage design={design} size="card" />
        <span className={visuallyHidden.text}>, {text.openInNewTab}</span>
      </a>
      <figcaption className={styles.caption}>
        <p className={styles.name}>{name}</p>
        <Shortcomings className={styles.soft} generation={generation} />
        {origin && <p className={styles.soft}>{origin}</p>}
        <FullPrompt label={typeset(text.fullPrompt)} prompt={design.prompt} />
      </figcaption>
    </figure>
  )
}
