import type { Generation } from '@encre/generator-worker/contract'
import { originLine } from '@encre/remote-kit/origin-line'
import { DesignImage } from '@encre/ui/design-image'
import { typeset } from '@encre/ui/typeset'
import { useState } from 'react'
import { messages } from '../messages.ts'
import { describeOptions } from './describe-options.ts'
import styles from './result.module.css'
import { StencilFrame } from './stencil-frame.tsx'

type Design = NonNullable<Generation['design']>

/** The newest design, in a frame at its own size. A fresh one appears with an animation once its image is loaded. */
export function NewestResult({ generation, fresh }: { generation: Generation; fresh: boolean }) {
  const [inked, setInked] = useState(!fresh)
  const { design } = generation
  if (!design) return null
  return (
    <figure className={styles.newest}>
      <StencilFrame size={design.size} sizeDetail={design.sizeDetail}>
        {/* `load` and `error` do not bubble, but an ancestor can capture them. */}
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
        <Caption design={design} lostTransparency={hasLostTransparency(generation)} />
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
        <Caption design={design} lostTransparency={hasLostTransparency(generation)} />
      </figcaption>
    </figure>
  )
}

function hasLostTransparency({ request, transparent }: Generation): boolean {
  return request.transparent === true && transparent === false
}

function Caption({ design, lostTransparency }: { design: Design; lostTransparency: boolean }) {
  const origin = originLine(design.origin)
  return (
    <>
      <p className={styles.subject}>{design.subject}</p>
      <p className={styles.soft}>{describeOptions(design)}</p>
      {lostTransparency && <p className={styles.soft}>{typeset(messages.opaque)}</p>}
      {origin && <p className={styles.soft}>{origin}</p>}
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
