import type { Generation } from '@encre/generator-worker/contract'
import { inkBounds } from '@encre/stencil/ink-bounds'
import { DesignImage } from '@encre/ui/design-parts'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { type SyntheticEvent, useState } from 'react'
import { describeWithLength } from '../choices.ts'
import { previewMessages as text } from '../later-messages.ts'
import words from '../text.module.css'
import { DesignWords, type ResultActions, ResultLinks } from './design-words.tsx'
import styles from './results.module.css'
import { type InkExtent, StencilFrame } from './stencil-frame.tsx'
import { useAdvice } from './use-advice.ts'

interface ResultProps {
  generation: Generation
  design: NonNullable<Generation['design']>
  fresh: boolean
  actions: ResultActions
}

/**
 * A design in a frame at its own size. A fresh one appears with an animation once its image is
 * loaded.
 */
export function Result({ generation, design, fresh, actions }: ResultProps) {
  const [inked, setInked] = useState(!fresh)
  const [ink, setInk] = useState<InkExtent | null>(null)
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const advice = useAdvice(image, design)
  const wiping = fresh ? 'wiping' : undefined

  function handleLoad({ target }: SyntheticEvent) {
    setInked(true)
    if (!(target instanceof HTMLImageElement)) return
    setImage(target)
    findInkExtent(target).then(setInk)
  }

  return (
    <figure className={styles.result}>
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
        <DesignWords generation={generation} design={design} facts={describeWithLength(design)} />
        <p className={styles.advice} role="status">
          {advice && typeset(text.advice(advice))}
        </p>
        <ResultLinks design={design} name={design.subject} {...actions} />
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
