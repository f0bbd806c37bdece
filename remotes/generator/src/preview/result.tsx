import type { Generation } from '@encre/generator-worker/contract'
import { DesignImage } from '@encre/ui/design-image'
import { typeset } from '@encre/ui/typeset'
import { useState } from 'react'
import { messages, originMessage } from '../messages.ts'
import { describeDrawing } from './preview.tsx'
import styles from './result.module.css'
import { StencilFrame } from './stencil-frame.tsx'

type Design = NonNullable<Generation['design']>

/** The newest design in the frame, at its own size. One that was just finished: its ink wipes in once the image is there. */
export function NewestResult({ generation, fresh }: { generation: Generation; fresh: boolean }) {
  const [inked, setInked] = useState(!fresh)
  const { design } = generation
  if (!design) return null
  return (
    <figure className={styles.newest}>
      <StencilFrame size={design.size} sizeDetail={design.sizeDetail}>
        {/* Neither `load` nor `error` bubbles; React hands both to the ancestor that captures. */}
        <div
          className={styles.ink}
          data-state={inked ? (fresh ? 'wiping' : undefined) : 'dry'}
          onLoadCapture={() => setInked(true)}
          onErrorCapture={() => setInked(true)}
        >
          <DesignImage design={design} />
        </div>
      </StencilFrame>
      <figcaption className={styles.caption}>
        <Words design={design} lostTransparency={hasLostTransparency(generation)} />
      </figcaption>
    </figure>
  )
}

export function EarlierResult({ generation }: { generation: Generation }) {
  const { design } = generation
  if (!design) return null
  return (
    <figure className={styles.earlier}>
      <DesignImage design={design} size="card" />
      <figcaption className={styles.words}>
        <Words design={design} lostTransparency={hasLostTransparency(generation)} />
      </figcaption>
    </figure>
  )
}

function hasLostTransparency({ request, transparent }: Generation): boolean {
  return request.transparent === true && transparent === false
}

function Words({ design, lostTransparency }: { design: Design; lostTransparency: boolean }) {
  return (
    <>
      <p className={styles.subject}>{design.subject}</p>
      <p className={styles.soft}>{describeDrawing(design)}</p>
      {lostTransparency && <p className={styles.soft}>{typeset(messages.opaque)}</p>}
      <p className={styles.soft}>{originMessage(design.origin)}</p>
      <a className={styles.open} href={design.imageUrl} target="_blank" rel="noopener">
        {messages.open}
      </a>
      <details className={styles.details}>
        <summary>{typeset(messages.fullPrompt)}</summary>
        <p lang="en">{design.prompt}</p>
      </details>
    </>
  )
}
