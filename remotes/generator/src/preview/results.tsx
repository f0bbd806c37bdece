import type { Generation } from '@encre/generator-worker/contract'
import { inkBounds } from '@encre/stencil/ink-bounds'
import { DesignImage } from '@encre/ui/design-parts'
import { typesetSubject } from '@encre/ui/typeset'
import { type SyntheticEvent, useId, useState } from 'react'
import { describeWithLength } from '../choices.ts'
import type { GenerationsState } from '../generation/generations-state.ts'
import { previewMessages as text } from '../later-messages.ts'
import words from '../text.module.css'
import { DesignWords, type ResultActions, ResultLink } from './design-words.tsx'
import { InProgress } from './in-progress.tsx'
import styles from './results.module.css'
import { type InkExtent, StencilFrame } from './stencil-frame.tsx'
import { Variants } from './variants.tsx'

export interface SheetProps
  extends Pick<GenerationsState, 'pending' | 'slots' | 'results' | 'freshId'>,
    ResultActions {
  onCancel: (key: string) => void
}

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
    newest && (
      <NewestResult
        key={newest.id}
        generation={newest}
        fresh={newest.id === freshId}
        actions={actions}
      />
    )
  )
}

/**
 * The newest design, in a frame at its own size. A fresh one appears with an animation once its
 * image is loaded.
 */
function NewestResult({
  generation,
  fresh,
  actions,
}: {
  generation: Generation
  fresh: boolean
  actions: ResultActions
}) {
  const [inked, setInked] = useState(!fresh)
  const [ink, setInk] = useState<InkExtent | null>(null)
  const { design } = generation
  if (!design) return null
  const wiping = fresh ? 'wiping' : undefined

  function handleLoad({ target }: SyntheticEvent) {
    setInked(true)
    if (target instanceof HTMLImageElement) findInkExtent(target).then(setInk)
  }

  return (
    <figure className={styles.newest}>
      <StencilFrame size={design.size} sizeDetail={design.sizeDetail} ink={ink}>
        {/* `load` and `error` do not bubble, but an ancestor can capture them. */}
        <div
          className={styles.ink}
          data-state={inked ? wiping : 'dry'}
          onLoadCapture={handleLoad}
          onErrorCapture={() => setInked(true)}
        >
          <DesignImage design={design} />
        </div>
      </StencilFrame>
      <figcaption className={styles.caption}>
        <p className={words.subject}>{typesetSubject(design.subject)}</p>
        <DesignWords
          generation={generation}
          design={design}
          facts={describeWithLength(design)}
          actions={actions}
        />
      </figcaption>
    </figure>
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

function EarlierResult({
  generation,
  design,
}: {
  generation: Generation
  design: NonNullable<Generation['design']>
}) {
  return (
    <figure className={styles.figure}>
      <ResultLink className={styles.open} design={design} />
      <figcaption className={styles.caption}>
        <p className={words.subject}>{typesetSubject(design.subject)}</p>
        <DesignWords generation={generation} design={design} />
      </figcaption>
    </figure>
  )
}

/**
 * Enough for a ruler on the screen: 512 moves its ends by at most 0.4 %, for four times the work.
 */
const side = 256

/**
 * Measures a loaded image of this site. Null for a picture whose ink cannot be told from its paper,
 * and without a canvas.
 */
async function findInkExtent(image: HTMLImageElement): Promise<InkExtent | null> {
  const context =
    typeof OffscreenCanvas !== 'undefined' &&
    new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true })
  if (!context) return null
  const scale = side / Math.max(image.naturalWidth, image.naturalHeight)
  const wide = Math.round(image.naturalWidth * scale)
  const high = Math.round(image.naturalHeight * scale)
  context.drawImage(image, 0, 0, wide, high)
  const bounds = inkBounds(context.getImageData(0, 0, wide, high))
  if (bounds.kind !== 'ink') return null
  const { x, y, width, height } = bounds.box
  // The frame shows the image whole, in the middle of a square.
  const left = x + (side - wide) / 2
  const top = y + (side - high) / 2
  return {
    x: { start: left / side, length: width / side },
    y: { start: top / side, length: height / side },
  }
}
