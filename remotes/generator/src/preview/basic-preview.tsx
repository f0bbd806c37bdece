import { Button } from '@encre/ui/button'
import type { PendingGeneration } from '../generation/generations-state.ts'
import { messages } from '../messages.ts'
import styles from './preview.module.css'
import { StencilFrame } from './stencil-frame.tsx'

interface BasicPreviewProps {
  /** What is pending; null once nothing is. */
  pending: PendingGeneration | null
  onCancel?: () => void
}

/** What the sheet shows until the rest of the preview's code has arrived, and without it. */
export function BasicPreview({ pending, onCancel }: BasicPreviewProps) {
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
