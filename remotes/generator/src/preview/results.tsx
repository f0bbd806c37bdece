import type { Generation } from '@encre/generator-worker/contract'
import { originLine } from '@encre/protocol/provenance'
import { inkBounds } from '@encre/stencil/ink-bounds'
import { DesignImage, FullPrompt } from '@encre/ui/design-parts'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import visuallyHidden from '@encre/ui/visually-hidden.module.css'
import { type MouseEvent, type SyntheticEvent, useId, useState } from 'react'
import { describeWithLength } from '../choices.ts'
import type { GenerationsState } from '../generation/generations-state.ts'
import { previewMessages as text } from '../later-messages.ts'
import { InProgress } from './in-progress.tsx'
import styles from './results.module.css'
import { type InkExtent, StencilFrame } from './stencil-frame.tsx'
import { ResultLinks, Shortcomings, Variants } from './variants.tsx'

export interface SheetProps extends Pick<GenerationsState, 'pending' | 'slots' | 'results' | 'freshId'> {
  onCancel: (key: string) => void
  /** A click on the link to vary a design, before the shell opens it. */
  onVary: (event: MouseEvent, designId: string) => void
  offersRetouch: boolean
}

/** The design that the sheet shows: none beside variants, and none while one is pending. */
function newestOf({ pending, slots, results }: SheetProps): Generation | undefined {
  return pending.length > 0 || slots.length > 1 ? undefined : results[0]
}

export function SheetContent(props: SheetProps) {
  const { pending, slots, freshId, onCancel, onVary, offersRetouch } = props
  const [current] = pending
  const newest = newestOf(props)
  if (slots.length > 1) return <Variants {...props} />
  if (current) return <InProgress key={current.key} pending={current} onCancel={() => onCancel(current.key)} />
  return (
    newest && (
      <NewestResult key={newest.id} generation={newest} fresh={newest.id === freshId} onVary={onVary} offersRetouch={offersRetouch} />
    )
  )
}

interface NewestResultProps {
  generation: Generation
  fresh: boolean
  onVary: (event: MouseEvent, designId: string) => void
  offersRetouch: boolean
}

/** The newest design, in a frame at its own size. A fresh one appears with an animation once its image is loaded. */
function NewestResult({ generation, fresh, onVary, offersRetouch }: NewestResultProps) {
  const [inked, setInked] = useState(!fresh)
  const [ink, setInk] = useState<InkExtent | null>(null)
  const { design } = generation
  if (!design) return null
  const origin = originLine(design.origin)

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
          data-state={inked ? (fresh ? 'wiping' : undefined) : 'dry'}
          onLoadCapture={handleLoad}
          onErrorCapture={() => setInked(true)}
        >
          <DesignImage design={design} />
        </div>
      </StencilFrame>
      <figcaption className={styles.caption}>
        <p className={styles.subject}>{typesetSubject(design.subject)}</p>
        <p className={styles.soft}>{describeWithLength(design)}</p>
        <Shortcomings className={styles.soft} generation={generation} />
        {origin && <p className={styles.soft}>{origin}</p>}
        <ResultLinks design={design} onVary={onVary} offersRetouch={offersRetouch} />
        <FullPrompt className={styles.prompt} label={typeset(text.fullPrompt)} prompt={design.prompt} />
      </figcaption>
    </figure>
  )
}

export function EarlierStrip(props: SheetProps) {
  const headingId = useId()
  const { slots } = props
  const newest = newestOf(props)
  const isVariant = (id: string) => slots.length > 1 && slots.some(({ end }) => end?.kind === 'result' && end.id === id)
  const earlier = props.results.filter(({ id }) => id !== newest?.id && !isVariant(id))
  if (earlier.length === 0) return null
  return (
    <section className={styles.strip} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {text.earlier}
      </h2>
      <ul className={styles.row}>
        {earlier.map((generation) => (
          <li key={generation.id} className={styles.item}>
            <EarlierResult generation={generation} />
          </li>
        ))}
      </ul>
    </section>
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
        <span className={visuallyHidden.text}>, {text.openInNewTab}</span>
      </a>
      <figcaption className={styles.words}>
        <p className={styles.earlierSubject}>{typesetSubject(design.subject)}</p>
        <Shortcomings className={styles.earlierSoft} generation={generation} />
        {origin && <p className={styles.earlierSoft}>{origin}</p>}
        <FullPrompt label={typeset(text.fullPrompt)} prompt={design.prompt} />
      </figcaption>
    </figure>
  )
}

/** A quarter of the pixels is enough for a ruler, and takes some 10 ms. */
const side = 512

/** Measures a loaded image of this site. Null for a picture whose ink cannot be told from its paper, and without a canvas. */
async function findInkExtent(image: HTMLImageElement): Promise<InkExtent | null> {
  const context = createContext()
  if (!context) return null
  const scale = side / Math.max(image.naturalWidth, image.naturalHeight)
  const [wide, high] = [Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale)]
  context.drawImage(image, 0, 0, wide, high)
  const bounds = inkBounds(context.getImageData(0, 0, wide, high))
  if (bounds.kind !== 'ink') return null
  const { x, y, width, height } = bounds.box
  // The frame shows the image whole, in the middle of a square.
  const [left, top] = [x + (side - wide) / 2, y + (side - high) / 2]
  return { x: { start: left / side, length: width / side }, y: { start: top / side, length: height / side } }
}

function createContext() {
  if (typeof OffscreenCanvas === 'undefined') return null
  return new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true })
}
