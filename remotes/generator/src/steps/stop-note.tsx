import { GenerationRequest } from '@encre/generator-worker/contract'
import { Button } from '@encre/ui/button'
import type { Ref } from 'react'
import * as z from 'zod/mini'
import type { StopReason } from '../generation/generations-state.ts'
import { failureMessages as text, variantsStopped } from './failure-text.ts'
import styles from './stop-note.module.css'
import { StopText } from './stop-text.tsx'

interface StopNoteProps {
  ref: Ref<HTMLDivElement>
  stop: StopReason
  /** How many variants of the click gave no design. Null for a single generation. */
  variants: { stopped: number; total: number } | null
  /** Sends the request of an interrupted generation again. */
  onStartAgain: (request: GenerationRequest) => void
}

/** Why the last generation gave no design, and what to do next. */
export function StopNote({ ref, stop, variants, onStartAgain }: StopNoteProps) {
  // A request of another version may not be one of this version.
  const again = stop.kind === 'interrupted' ? z.safeParse(GenerationRequest, stop.generation.request).data : undefined
  const isQuiet = stop.kind === 'cancelled'

  return (
    <div ref={ref} className={isQuiet ? styles.quiet : styles.note} role={isQuiet ? undefined : 'alert'}>
      {variants && <p>{variantsStopped(variants)}</p>}
      <StopText stop={stop} />
      {again && <Button onClick={() => onStartAgain(again)}>{text.startAgain}</Button>}
    </div>
  )
}
