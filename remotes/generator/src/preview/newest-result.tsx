import type { Generation } from '@encre/generator-worker/contract'
import { originLine } from '@encre/remote-kit/origin-line'
import { DesignImage } from '@encre/ui/design-image'
import { FullPrompt } from '@encre/ui/full-prompt'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import { type MouseEvent, type SyntheticEvent, useState } from 'react'
import { variationPath } from '../generator-path.ts'
import { describeOptions } from './describe-options.ts'
import { findInkExtent } from './ink-extent.ts'
import styles from './newest-result.module.css'
import { previewMessages as text } from './preview-messages.ts'
import { Shortcomings } from './shortcomings.tsx'
import { type InkExtent, StencilFrame } from './stencil-frame.tsx'

interface NewestResultProps {
  generation: Generation
  fresh: boolean
  onVary: (event: MouseEvent, designId: string) => void
}

/** The newest design, in a frame at its own size. A fresh one appears with an animation once its image is loaded. */
export function NewestResult({ generation, fresh, onVary }: NewestResultProps) {
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
        <p className={styles.soft}>{describeOptions(design)}</p>
        <Shortcomings className={styles.soft} generation={generation} />
        {origin && <p className={styles.soft}>{origin}</p>}
        <nav className={styles.links} aria-label={text.next}>
          <a className={styles.link} href={`/gallery/${encodeURIComponent(design.id)}`}>
            {text.atelier}
          </a>
          <a className={styles.link} href={variationPath(design.id)} onClick={(event) => onVary(event, design.id)}>
            {text.moreLikeThis}
          </a>
          <a className={styles.link} href={design.imageUrl} target="_blank" rel="noopener">
            {text.open}
          </a>
        </nav>
        <FullPrompt className={styles.prompt} label={typeset(text.fullPrompt)} prompt={design.prompt} />
      </figcaption>
    </figure>
  )
}
