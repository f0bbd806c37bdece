import type { Design } from '@encre/gallery-worker/contract'
import { inkSizeMm } from '@encre/protocol/ink-size'
import type { ShellApi } from '@encre/protocol/shell-api'
import type { QueryState } from '@encre/remote-kit/use-query'
import type { Advice } from '@encre/stencil/assessment'
import { describeFigures, type Figures } from '@encre/stencil/figures'
import type { Pixels, SizeMm } from '@encre/stencil/pixels'
import { formatSize } from '@encre/stencil/printed-messages'
import { Button } from '@encre/ui/button'
import { Notice } from '@encre/ui/notice'
import { typeset, typesetSubject } from '@encre/ui/typeset'
import type { CSSProperties } from 'react'
import { getDesign } from '../atelier/atelier-api.ts'
import { atelierMessages } from '../atelier/atelier-messages.ts'
import { atelierPath } from '../atelier/atelier-path.ts'
import controls from '../atelier/controls.module.css'
import { Facts, ImageLink } from '../atelier/fields.tsx'
import { isRetryable, openStudio, type StudioFailure } from '../atelier/open-studio.ts'
import { readPicture } from '../atelier/picture.ts'
import { ask, withCorrections } from '../atelier/studio-client.ts'
import { PixelCanvas, Sheet } from '../atelier/workbench.tsx'
import { sidesOf } from '../atelier/workshop.ts'
import { problemMessage } from '../messages.ts'
import { compareMessages as text } from './compare-messages.ts'
import styles from './compare-page.module.css'

interface ComparedDesignProps {
  designId: string
  state: QueryState<Measurement>
  longest: number
  filter: string
  onRetry: () => void
}

export function ComparedDesign({ designId, state, longest, filter, onRetry }: ComparedDesignProps) {
  if (state.status === 'loading') return null
  if (state.status === 'loaded' && state.value.status === 'measured') {
    return <Measured measured={state.value} longest={longest} href={atelierPath(designId, filter)} />
  }
  const design = state.status === 'loaded' ? state.value.design : null
  const reason = state.status === 'loaded' && state.value.status === 'unreadable' ? state.value.reason : null
  const canRetry = reason ? isRetryable(reason) : state.status !== 'failed' || state.code !== 'not-found'
  return (
    <section className={`${styles.side} ${styles.words}`}>
      <Notice kind="error" title={text.failed}>
        {design && <p>{typesetSubject(design.subject)}</p>}
        <p>{reason ? atelierMessages.studioFailures[reason] : state.status === 'failed' && problemMessage(state.code)}</p>
      </Notice>
      {canRetry && <Button onClick={onRetry}>{atelierMessages.retry}</Button>}
      {design && reason !== 'gone' && <ImageLink imageUrl={design.imageUrl} />}
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
        <Facts
          facts={[
            [text.size, formatSize(size)],
            [text.recommended, typeset(figures.advised)],
          ]}
        />
        <p className={controls.note}>{typeset(advice.kind === 'size' && sizeMm >= advice.sizeMm ? text.enough : figures.reason)}</p>
      </div>
    </section>
  )
}

interface MeasuredDesign {
  status: 'measured'
  design: Design
  sizeMm: number
  size: SizeMm
  picture: Pixels
  advice: Advice
  figures: Figures
}

type Measurement = MeasuredDesign | { status: 'unreadable'; design: Design; reason: StudioFailure }

/** Reads a design and measures it in its own worker, which ends after the measurement. Throws as `request` does, and for bugs. */
export async function measureDesign(shell: ShellApi, designId: string, signal: AbortSignal): Promise<Measurement> {
  const { design, settings } = await getDesign(shell, designId, signal)
  const working = new AbortController()
  const workSignal = AbortSignal.any([signal, working.signal])
  try {
    const image = { style: design.style, keepsFrame: settings.keepsFrame === true, read: () => readPicture(design.imageUrl, workSignal) }
    const studio = await openStudio(image, workSignal)
    if (studio.status === 'failed') return { status: 'unreadable', design, reason: studio.reason }
    const sizeMm = inkSizeMm({ ...design, sizeMm: settings.sizeMm })
    const client = withCorrections(studio.client, settings.corrections ?? [])
    const { picture } = await ask(client, 'cropped', { type: 'crop' }, workSignal)
    const assessed = await ask(client, 'assessed', { type: 'assess', sizeMm }, workSignal)
    const measured = { advice: assessed.advice, figures: describeFigures(assessed) }
    return { status: 'measured', design, sizeMm, size: sidesOf(sizeMm, studio.place), picture, ...measured }
  } finally {
    working.abort()
  }
}
