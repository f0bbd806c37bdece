import type { DesignChoices } from '@encre/protocol/design'
import { Button } from '@encre/ui/button'
import { lazyPart } from '@encre/ui/lazy-part'
import { type ReactNode, Suspense } from 'react'
import { describeWithLength } from '../choices.ts'
import { messages } from '../messages.ts'
import words from '../text.module.css'
import styles from './preview.module.css'
import { StencilFrame } from './stencil-frame.tsx'
import type { SheetProps } from './variants.tsx'

// They share one chunk, which loads after the form. What failed to load for a pending generation is
// loaded again for the design.
const loadSheet = async () =>
  (await import(/* webpackChunkName: "later" */ './results.tsx')).SheetContent
const [PendingSheet, preloadSheet] = lazyPart(loadSheet, BasicPreview)
const [ResultSheet] = lazyPart(loadSheet, BasicPreview)
const [Strip] = lazyPart(
  async () => (await import(/* webpackChunkName: "later" */ './results.tsx')).EarlierStrip,
)

interface PreviewProps extends SheetProps {
  chosen: DesignChoices
  /** What the empty sheet says. */
  hint: ReactNode
}

export function preloadPreview(): void {
  // A failed chunk is requested again when it is needed.
  preloadSheet().catch(() => undefined)
}

export function Preview({ chosen, hint, ...props }: PreviewProps) {
  const { pending, slots, results } = props
  const hasPending = pending.length > 0 || slots.length > 1
  const empty = (
    <>
      <StencilFrame size={chosen.size} sizeDetail={chosen.sizeDetail}>
        <p className={styles.before}>{hint}</p>
      </StencilFrame>
      <p className={words.soft}>{describeWithLength(chosen)}</p>
    </>
  )
  return (
    <Suspense fallback={pending.length > 0 ? <BasicPreview {...props} /> : empty}>
      {hasPending && <PendingSheet {...props} />}
      {!hasPending && results.length > 0 && <ResultSheet {...props} />}
      {!hasPending && results.length === 0 && empty}
    </Suspense>
  )
}

export function EarlierStrip(props: SheetProps) {
  return (
    <Suspense fallback={null}>
      <Strip {...props} />
    </Suspense>
  )
}

/** What the sheet shows until the rest of the preview's code has arrived, and without it. */
function BasicPreview({ pending: [current], onCancel }: SheetProps) {
  return (
    <>
      <StencilFrame
        size={current?.design.size ?? ''}
        sizeDetail={current?.design.sizeDetail ?? null}
      >
        <p className={styles.before} role="status">
          {current ? messages.during : messages.ready}
        </p>
      </StencilFrame>
      <div className={styles.pending}>
        {current && <Button onClick={() => onCancel(current.key)}>{messages.cancel}</Button>}
      </div>
    </>
  )
}
