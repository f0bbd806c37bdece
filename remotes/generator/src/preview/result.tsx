import type { Generation } from '@encre/generator-worker/contract'
import type { Design } from '@encre/protocol/design'
import { DesignImage } from '@encre/ui/design-parts'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { type SyntheticEvent, useState } from 'react'
import { describeWithLength } from '../choices.ts'
import { previewMessages as text } from '../later-messages.ts'
import words from '../text.module.css'
import { DesignWords, type ResultActions, ResultLinks } from './design-words.tsx'
import styles from './results.module.css'
import { StencilFrame } from './stencil-frame.tsx'
import { useMeasures } from './use-measures.ts'

interface ResultProps {
  generation: Generation
  design: Design
  fresh: boolean
  actions: ResultActions
}

/**
 * A design in a frame at its own size. A fresh one appears with an animation once its image is
 * loaded.
 */
export function Result({ generation, design, fresh, actions }: ResultProps) {
  const [inked, setInked] = useState(!fresh)
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const measures = useMeasures(image, design)
  const wiping = fresh ? 'wiping' : undefined

  function handleLoad({ target }: SyntheticEvent) {
    setInked(true)
    if (target instanceof HTMLImageElement) setImage(target)
  }

  return (
    <figure className={styles.result}>
      <StencilFrame size={design.size} sizeDetail={design.sizeDetail} ink={measures?.ink}>
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
          {measures?.advised && typeset(text.advice(measures.advised))}
        </p>
        <ResultLinks design={design} name={design.subject} {...actions} />
      </figcaption>
    </figure>
  )
}
