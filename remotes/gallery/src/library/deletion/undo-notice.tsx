import { Button } from '@encre/ui/button'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { messages } from '../../messages.ts'
import styles from './deletion.module.css'

/** How long the notice stays. It waits while the member points at it or has the focus in it. */
export const undoNoticeMs = 10_000

interface UndoNoticeProps {
  count: number
  onUndo: () => void
  onEnd: () => void
}

/** Lifts the notice until it covers no control. A card's image is high enough to stand on. */
function lift(notice: HTMLElement) {
  notice.style.translate = ''
  const { left, right, top, bottom } = notice.getBoundingClientRect()
  const isFree = (height: number) => {
    for (let x = left; x <= right; x += 20) {
      for (let y = top; y < bottom + 10; y += 10) {
        const under = document.elementsFromPoint?.(x, Math.min(y, bottom) - height) ?? []
        if (
          under.some(
            (each) =>
              !notice.contains(each) &&
              each.closest('button, input, select, summary, a:not(:has(img))'),
          )
        )
          return false
      }
    }
    return true
  }
  let height = 0
  while (height < top && !isFree(height)) height += 10
  notice.style.translate = `0 ${-height}px`
}

/**
 * Says what was deleted, and offers to undo it. Give each delete its own `key`: the time starts
 * when the notice is mounted.
 */
export function UndoNotice({ count, onUndo, onEnd }: UndoNoticeProps) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isPaused = isPointed || isFocused
  const handleEnd = useEffectEvent(onEnd)
  const notice = useRef<HTMLDivElement>(null)
  const handlePlace = useEffectEvent(() => !isPaused && notice.current && lift(notice.current))
  useLayoutEffect(() => {
    const place = () => handlePlace()
    place()
    addEventListener('scrollend', place)
    return () => removeEventListener('scrollend', place)
  }, [])

  // After a pause the whole time starts again.
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => handleEnd(), undoNoticeMs)
    return () => clearTimeout(timer)
  }, [isPaused])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at the notice only makes it wait.
    <div
      ref={notice}
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
