import type { Generation } from '@encre/generator-worker/contract'
import { originLine } from '@encre/protocol/provenance'
import { Button, ButtonLink } from '@encre/ui/button'
import { DesignImage, FullPrompt } from '@encre/ui/design-parts'
import { Crosshair } from '@encre/ui/marks'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import visuallyHidden from '@encre/ui/visually-hidden.module.css'
import type { MouseEvent } from 'react'
import { describeWithLength } from '../choices.ts'
import type { GenerationsState, PendingGeneration, Slot } from '../generation/generations-state.ts'
import { retouchPath, variationPath } from '../generator-path.ts'
import { stateMessages, previewMessages as text, variantMessages } from '../later-messages.ts'
import { messages } from '../messages.ts'
import { StopText } from '../steps/stop-note.tsx'
import { StyleGlyph } from '../style-glyph.tsx'
import progress from './in-progress.module.css'
import styles from './variants.module.css'

interface VariantsProps extends Pick<GenerationsState, 'slots' | 'pending' | 'results'>, ResultActions {
  onCancel: (key: string) => void
}

/** Generations side by side, each with its own state: the variants of one click, or several that were found running. */
export function Variants({ slots, pending, results, onCancel, ...actions }: VariantsProps) {
  const total = slots.length
  const shown = slots.map((slot) => ({
    slot,
    pending: pending.find(({ key }) => key === slot.key) ?? null,
    result: results.find(({ id }) => slot.end?.kind === 'result' && slot.end.id === id) ?? null,
  }))
  const done = shown.filter(({ result }) => result).length
  const chosen = shown.map(describe).find((words) => words !== null)

  return (
    <div className={styles.variants}>
      <div role="status">
        {pending.length > 0 ? (
          <p className={progress.during}>
            <Crosshair className={progress.spinner} />
            {messages.during}
          </p>
        ) : (
          <p className={styles.title}>{variantMessages.ended(done, total)}</p>
        )}
        {pending.length > 0 && <p className={styles.soft}>{variantMessages.progress(done, total)}</p>}
      </div>
      {chosen && (
        <div>
          <p className={styles.subject}>{typesetSubject(chosen.subject)}</p>
          <p className={styles.soft}>{chosen.options}</p>
        </div>
      )}
      <ol className={styles.grid} aria-label={variantMessages.list}>
        {shown.map((variant, index) => (
          <li key={variant.slot.key} className={styles.cell}>
            <VariantTile
              {...variant}
              {...actions}
              name={variantMessages.name(index + 1, total)}
              onCancel={() => onCancel(variant.slot.key)}
            />
          </li>
        ))}
      </ol>
      {pending.length > 0 ? (
        <p className={styles.soft}>
          {typeset(text.duringHint)} {text.cancelHint}
        </p>
      ) : (
        done > 0 && (
          <div className={styles.after}>
            <ButtonLink href="/gallery">{variantMessages.sort}</ButtonLink>
            <p className={styles.soft}>{variantMessages.sortHint}</p>
          </div>
        )
      )}
    </div>
  )
}

interface Shown {
  pending: GenerationsState['pending'][number] | null
  result: Generation | null
}

function describe({ pending, result }: Shown): { subject: string; options: string } | null {
  if (pending) return { subject: pending.subject, options: describeWithLength(pending.design) }
  if (result) return { subject: result.request.description, options: describeWithLength(result.request) }
  return null
}

interface VariantTileProps extends ResultActions {
  slot: Slot
  pending: PendingGeneration | null
  result: Generation | null
  name: string
  onCancel: () => void
}

function VariantTile({ slot: { end }, pending, result, name, onCancel, ...actions }: VariantTileProps) {
  if (pending) return <PendingTile pending={pending} name={name} onCancel={onCancel} />
  if (result?.design) return <ResultTile generation={result} design={result.design} name={name} {...actions} />
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
      <div className={styles.square}>{partial ? <img src={partial} alt="" /> : <StyleGlyph style={design.style} />}</div>
      <p className={styles.name}>{name}</p>
      <p className={styles.soft}>{connected ? stateMessages[generation?.state ?? 'queued'] : trouble}</p>
      <Button disabled={isCancelling} onClick={onCancel} aria-label={isCancelling ? undefined : `${messages.cancel} : ${name}`}>
        {isCancelling ? text.cancelling : messages.cancel}
      </Button>
    </div>
  )
}

interface ResultTileProps extends ResultActions {
  generation: Generation
  design: NonNullable<Generation['design']>
  name: string
}

function ResultTile({ generation, design, name, ...actions }: ResultTileProps) {
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
        <ResultLinks design={design} {...actions} />
        <FullPrompt label={typeset(text.fullPrompt)} prompt={design.prompt} />
      </figcaption>
    </figure>
  )
}

interface ResultActions {
  /** A click on the link to vary a design, before the shell opens it. */
  onVary: (event: MouseEvent, designId: string) => void
  offersRetouch: boolean
}

export function ResultLinks({ design, onVary, offersRetouch }: ResultActions & { design: NonNullable<Generation['design']> }) {
  function handleVary(event: MouseEvent) {
    // Another tab or window has its own form.
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onVary(event, design.id)
  }
  return (
    <nav className={styles.links} aria-label={`${text.next} : ${design.subject}`}>
      <a href={`/gallery/${encodeURIComponent(design.id)}`}>{text.atelier}</a>
      <a href={variationPath(design.id)} onClick={handleVary}>
        {text.moreLikeThis}
      </a>
      {offersRetouch && <a href={retouchPath(design.id)}>{text.retouch}</a>}
      <a href={design.imageUrl} target="_blank" rel="noopener">
        {text.open}
      </a>
    </nav>
  )
}

/** Says where a design differs from the request: in how the provider understood it, or on white paper instead of transparent. */
export function Shortcomings({ generation, className }: { generation: Generation; className: string | undefined }) {
  const { request, transparent, revisedPrompt } = generation
  return (
    <>
      {revisedPrompt && <p className={className}>{typeset(text.revisedPrompt(revisedPrompt))}</p>}
      {request.transparent === true && transparent === false && <p className={className}>{typeset(text.opaque)}</p>}
    </>
  )
}
