import { Button } from '@encre/ui/button'
import { Crosshair } from '@encre/ui/marks'
import { typeset } from '@encre/ui/typeset'
import { describeWithLength } from '../choices.ts'
import type { PendingGeneration } from '../generation/generations-state.ts'
import { stateMessages, previewMessages as text } from '../later-messages.ts'
import { messages } from '../messages.ts'
import { StyleGlyph } from '../style-glyph.tsx'
import words from '../text.module.css'
import styles from './results.module.css'
import { StencilFrame } from './stencil-frame.tsx'

interface InProgressProps {
  pending: PendingGeneration
  onCancel: () => void
}

export function InProgress({ pending, onCancel }: InProgressProps) {
  const { design, partial, generation } = pending
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
      <div className={styles.facts}>
        <div className={styles.top}>
          <div role="status">
            <During />
            <p className={words.soft}>{typeset(stateOf(pending))}</p>
          </div>
          <CancelButton pending={pending} onCancel={onCancel} />
        </div>
        <p className={words.soft}>{describeWithLength(design)}</p>
        <p className={words.soft}>{typeset(hintOf(generation))}</p>
      </div>
    </>
  )
}

export function During() {
  return (
    <p className={styles.during}>
      <Crosshair className={styles.spinner} />
      {messages.during}
    </p>
  )
}

export function stateOf({ generation, connected, phase }: PendingGeneration): string {
  if (!connected && phase === 'waiting') return text.unsent
  if (!connected) return generation ? text.reconnecting : text.resending
  if (generation?.waiting) return text.waiting
  return generation?.problem ? text.undelivered : stateMessages[generation?.state ?? 'queued']
}

function hintOf(generation: PendingGeneration['generation']): string {
  if (generation?.waiting) return text.waitingHint
  return generation?.problem ? text.duringHint : `${text.duringHint} ${text.cancelHint}`
}

export function CancelButton({
  pending: { phase },
  onCancel,
  name,
}: InProgressProps & { name?: string }) {
  const isCancelling = phase === 'withdrawing' || phase === 'cancelling'
  return (
    <Button
      disabled={isCancelling}
      onClick={onCancel}
      aria-label={name && !isCancelling ? `${messages.cancel} : ${name}` : undefined}
    >
      {isCancelling ? text.cancelling : messages.cancel}
    </Button>
  )
}
