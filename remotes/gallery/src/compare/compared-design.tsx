import type { QueryState } from '@encre/remote-kit/use-query'
import { formatSize } from '@encre/stencil/printed-messages'
import { Button, ButtonLink } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import type { CSSProperties } from 'react'
import { atelierMessages } from '../atelier/atelier-messages.ts'
import layout from '../atelier/atelier-page.module.css'
import { atelierPath } from '../atelier/atelier-path.ts'
import { isRetryable } from '../atelier/open-studio.ts'
import { PixelCanvas } from '../atelier/pixel-canvas.tsx'
import { Sheet } from '../atelier/sheet.tsx'
import facts from '../facts.module.css'
import { problemMessage } from '../messages.ts'
import { compareMessages as text } from './compare-messages.ts'
import styles from './compare-page.module.css'
import type { MeasuredDesign, Measurement } from './measure-design.ts'

interface ComparedDesignProps {
  designId: string
  state: QueryState<Measurement>
  /** Millimetres of the longest side of both designs. */
  longest: number
  filter: string
  onRetry: () => void
}

/** One of two compared designs, or why it is not shown. */
export function ComparedDesign({ designId, state, longest, filter, onRetry }: ComparedDesignProps) {
  if (state.status === 'loading') return null
  if (state.status === 'loaded' && state.value.status === 'measured') {
    return <Measured measured={state.value} longest={longest} href={atelierPath(designId, filter)} />
  }
  const design = state.status === 'loaded' ? state.value.design : null
  const reason = state.status === 'loaded' && state.value.status === 'unreadable' ? state.value.reason : null
  const canRetry = reason ? isRetryable(reason) : state.status !== 'failed' || state.code !== 'not-found'
  return (
    <section className={styles.side}>
      <div className={layout.failure}>
        <Notice kind="error" title={text.failed}>
          {design && <p>{typesetSubject(design.subject)}</p>}
          <p>{reason ? atelierMessages.studioFailures[reason] : state.status === 'failed' && problemMessage(state.code)}</p>
        </Notice>
        {canRetry && <Button onClick={onRetry}>{atelierMessages.retry}</Button>}
        {design && reason !== 'gone' && (
          <ButtonLink href={design.imageUrl} target="_blank" rel="noopener">
            {atelierMessages.openImage}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

interface MeasuredProps {
  measured: MeasuredDesign
  longest: number
  href: string
}

function Measured({ measured: { design, sizeMm, size, picture, advice, figures }, longest, href }: MeasuredProps) {
  const width: CSSProperties & Record<`--${string}`, number> = { '--width': size.width }
  return (
    <section className={styles.side} style={width} aria-labelledby={`compared-${design.id}`}>
      <div className={styles.drawing}>
        <Sheet size={size} longest={longest}>
          <PixelCanvas pixels={picture} label={typeset(text.drawing(design.subject, formatSize(size)))} />
        </Sheet>
      </div>
      <div className={styles.words}>
        <h2 id={`compared-${design.id}`} className={styles.subject}>
          <a href={href}>{typesetSubject(design.subject)}</a>
        </h2>
        <dl className={facts.facts}>
          <dt>{text.size}</dt>
          <dd>{formatSize(size)}</dd>
          <dt>{text.recommended}</dt>
          <dd>{typeset(figures.advised)}</dd>
        </dl>
        <p className={styles.verdict}>{typeset(advice.kind === 'size' && sizeMm >= advice.sizeMm ? text.enough : figures.reason)}</p>
      </div>
    </section>
  )
}
