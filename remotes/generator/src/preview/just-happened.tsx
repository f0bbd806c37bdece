import type { GenerationRequest } from '@encre/generator-worker/contract'
import { lazyPart } from '@encre/ui/lazy-part'
import { Suspense } from 'react'
import type { GenerationsState } from '../generation/generations-state.ts'
import { messages } from '../messages.ts'
import words from '../text.module.css'
import { revealOnce } from '../use-page-focus.ts'
import styles from './preview.module.css'

const [StopNote] = lazyPart(
  async () => (await import(/* webpackChunkName: "later" */ '../steps/stop-note.tsx')).StopNote,
  () => <p role="alert">{messages.stopped}</p>,
)

interface JustHappenedProps {
  generations: GenerationsState
  onStartAgain: (request: GenerationRequest) => void
}

/** The head of the sheet: why the last generation gave no design, or that its design is saved. */
export function JustHappened({ generations, onStartAgain }: JustHappenedProps) {
  const { slots, results, freshId } = generations
  // Each of several says it in its own tile.
  const stop = slots.length > 1 ? null : generations.stop
  if (stop) {
    return (
      <div className={styles.stop}>
        <Suspense fallback={null}>
          <StopNote ref={revealOnce} stop={stop} onStartAgain={onStartAgain} />
        </Suspense>
      </div>
    )
  }
  if (slots.length > 1 || freshId === null || results[0]?.id !== freshId) return null
  return (
    <p className={`${styles.saved} ${words.soft}`}>
      <span className={words.strong}>{messages.ready}</span> {messages.saved}
    </p>
  )
}
