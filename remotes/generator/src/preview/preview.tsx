import { lazyPart } from '@encre/remote-kit/lazy-part'
import { Button } from '@encre/ui/button'
import { type MouseEvent, type Ref, Suspense } from 'react'
import type { DesignOptions } from '../choices.ts'
import { describeOptions } from '../choices.ts'
import type { GenerationsState, PendingGeneration } from '../generation/generations-state.ts'
import { messages } from '../messages.ts'
import styles from './preview.module.css'
import { StencilFrame } from './stencil-frame.tsx'

// These parts share one chunk, which loads after the form: a page that needs one of them soon needs the others.
const [InProgress, preloadInProgress] = lazyPart(
  async () => (await import(/* webpackChunkName: "later" */ './in-progress.tsx')).InProgress,
  BasicPreview,
)
const [Variants, preloadVariants] = lazyPart(
  async () => (await import(/* webpackChunkName: "later" */ './variants.tsx')).Variants,
  ({ pending }) => <BasicPreview pending={pending[0] ?? null} />,
)
const [NewestResult] = lazyPart(
  async () => (await import(/* webpackChunkName: "later" */ './results.tsx')).NewestResult,
  () => <BasicPreview pending={null} />,
)
const [EarlierStrip] = lazyPart(
  async () => (await import(/* webpackChunkName: "later" */ './results.tsx')).EarlierStrip,
  () => null,
)

interface PreviewProps extends Pick<GenerationsState, 'pending' | 'slots' | 'results' | 'freshId'> {
  /** The choices of the form, for the empty sheet. */
  chosen: DesignOptions
  /** Takes the focus while the description is disabled. */
  sheetRef: Ref<HTMLDivElement>
  /** `key` of the pending generation. */
  onCancel: (key: string) => void
  /** A click on the link to vary a design, before the shell opens it. */
  onVary: (event: MouseEvent, designId: string) => void
}

/** Loads the parts that come with a generation, before there is one. */
export function preloadPreview(): void {
  // A failed chunk is requested again when it is needed.
  Promise.all([preloadInProgress(), preloadVariants()]).catch(() => undefined)
}

/** The current sheet, which stays in view, and a strip of the earlier designs. */
export function Preview({ pending, slots, results, freshId, chosen, sheetRef, onCancel, onVary }: PreviewProps) {
  const [current] = pending
  const hasVariants = slots.length > 1
  const newest = current || hasVariants ? undefined : results[0]
  const earlier = results.filter(
    ({ id }) => id !== newest?.id && !slots.some(({ end }) => hasVariants && end?.kind === 'result' && end.id === id),
  )
  const empty = (
    <>
      <StencilFrame size={chosen.size} sizeDetail={chosen.sizeDetail}>
        <p className={styles.before}>{messages.before}</p>
      </StencilFrame>
      <p className={styles.facts}>{describeOptions(chosen)}</p>
    </>
  )
  const inProgress = current && { pending: current, onCancel: () => onCancel(current.key) }
  return (
    <div className={styles.preview}>
      <div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs */}
        <div ref={sheetRef} className={styles.sheet} role="group" aria-label={messages.sheet} tabIndex={-1}>
          <Suspense fallback={inProgress ? <BasicPreview {...inProgress} /> : empty}>
            {hasVariants && <Variants slots={slots} pending={pending} results={results} onCancel={onCancel} />}
            {!hasVariants && inProgress && <InProgress key={inProgress.pending.key} {...inProgress} />}
            {newest && <NewestResult key={newest.id} generation={newest} fresh={newest.id === freshId} onVary={onVary} />}
            {!current && !newest && !hasVariants && empty}
          </Suspense>
        </div>
      </div>
      {earlier.length > 0 && (
        <Suspense fallback={null}>
          <EarlierStrip results={earlier} />
        </Suspense>
      )}
    </div>
  )
}

interface BasicPreviewProps {
  /** What is pending; null once nothing is. */
  pending: PendingGeneration | null
  onCancel?: () => void
}

/** What the sheet shows until the rest of the preview's code has arrived, and without it. */
function BasicPreview({ pending, onCancel }: BasicPreviewProps) {
  return (
    <>
      <StencilFrame size={pending?.design.size ?? ''} sizeDetail={pending?.design.sizeDetail ?? null}>
        <p className={styles.before} role="status">
          {pending ? messages.during : messages.ready}
        </p>
      </StencilFrame>
      <div className={styles.pending}>{onCancel && <Button onClick={onCancel}>{messages.cancel}</Button>}</div>
    </>
  )
}
