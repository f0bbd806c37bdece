import { Button } from '@encre/ui/button'
import { useEffect, useEffectEvent, useState } from 'react'
import { messages } from '../messages.ts'
import styles from './deletion.module.css'

/** How long the notice stays. It waits while the member points at it or has the focus in it. */
export const undoNoticeMs = 10_000

interface UndoNoticeProps {
  count: number
  onUndo: () => void
  onEnd: () => void
}

/** Says what was deleted, and offers to undo it. Give each delete its own `key`: the time starts when the notice is mounted. */
export function UndoNotice({ count, onUndo, onEnd }: UndoNoticeProps) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isPaused = isPointed || isFocused
  const handleEnd = useEffectEvent(onEnd)

  // After a pause the whole time starts again.
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => handleEnd(), undoNoticeMs)
    return () => clearTimeout(timer)
  }, [isPaused])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at the notice only makes it wait.
    <div
      className={styles.notice}
      data-screen-only
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p className={styles.text}>{messages.deletedCount(count)}</p>
      <span aria-hidden="true">·</span>
      <Button variant="quiet" className={styles.undo} onClick={onUndo}>
        {messages.cancel}
      </Button>
    </div>
  )
}
