import { Button } from '@encre/ui/button'
import { typeset } from '@encre/ui/typeset'
import type { Making } from '../generation/generation-state.ts'
import { messages, stateMessages } from '../messages.ts'
import { StyleGlyph } from '../style-glyph.tsx'
import { Crosshair } from './crosshair.tsx'
import styles from './in-progress.module.css'
import { describeDrawing } from './preview.tsx'
import { StencilFrame } from './stencil-frame.tsx'

/** A design while it is made: violet line, then the provider's partial images seen through it. */
export function InProgress({ making, onCancel }: { making: Making; onCancel: () => void }) {
  const { drawing, generation, partial, connected, cancelling } = making
  return (
    <>
      <StencilFrame size={drawing.size} sizeDetail={drawing.sizeDetail}>
        {partial ? (
          <span className={styles.partial}>
            <img src={partial} alt="" />
          </span>
        ) : (
          <span className={styles.stencil}>
            <StyleGlyph style={drawing.style} className={styles.pale} />
            <StyleGlyph style={drawing.style} className={styles.traced} />
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
            <p className={styles.soft}>{connected ? stateMessages[generation?.state ?? 'queued'] : messages.reconnecting}</p>
          </div>
          {generation && (
            <Button onClick={onCancel} disabled={cancelling}>
              {cancelling ? messages.cancelling : messages.cancel}
            </Button>
          )}
        </div>
        <p className={styles.soft}>{describeDrawing(drawing)}</p>
        <p className={styles.small}>
          {typeset(messages.patience)} {messages.cancelHonesty}
        </p>
      </div>
    </>
  )
}
