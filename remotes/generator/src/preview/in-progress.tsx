import { Button } from '@encre/ui/button'
import { Crosshair } from '@encre/ui/marks'
import { typeset } from '@encre/ui/typeset'
import { describeWithLength } from '../choices.ts'
import type { PendingGeneration } from '../generation/generations-state.ts'
import { stateMessages, previewMessages as text } from '../later-messages.ts'
import { messages } from '../messages.ts'
import { StyleGlyph } from '../style-glyph.tsx'
import styles from './in-progress.module.css'
import { StencilFrame } from './stencil-frame.tsx'

interface InProgressProps {
  pending: PendingGeneration
  onCancel: () => void
}

export function InProgress({ pending, onCancel }: InProgressProps) {
  const { phase, design, generation, partial, connected } = pending
  const isCancelling = phase === 'withdrawing' || phase === 'cancelling'
  const trouble = generation ? text.reconnecting : text.resending
  return (
    <>
      <StencilFrame size={design.size} sizeDetail={design.sizeDetail}>
        {partial ? (
          <span className={styles.partial}>
            <img src={partial} alt="" />
          </span>
        ) : (
          <span className={styles.stencil}>
            <StyleGlyph style={design.style} className={styles.pale} />
            <StyleGlyph style={design.style} className={styles.traced} />
          </span>
        )}
      </StencilFrame>
      <div className={styles.words}>
        <div className={styles.top}>
          <div role="status">
            <p className={styles.during}>
              <Crosshair className={styles.spinner} />
              {messages.during}
            </p>
            <p className={styles.soft}>{connected ? stateMessages[generation?.state ?? 'queued'] : typeset(trouble)}</p>
          </div>
          <Button onClick={onCancel} disabled={isCancelling}>
            {isCancelling ? text.cancelling : messages.cancel}
          </Button>
        </div>
        <p className={styles.soft}>{describeWithLength(design)}</p>
        <p className={styles.small}>
          {typeset(text.duringHint)} {text.cancelHint}
        </p>
      </div>
    </>
  )
}
