import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './fold.module.css'

interface FoldProps {
  summary: ReactNode
  /** What opens it, as 'Changer'. */
  action?: string
  className?: string | undefined
  /** A wide window shows the content alone. */
  isOpenWhenWide?: boolean
  /** Keeps the content open: something in it is missing. */
  mustOpen?: boolean
  children: ReactNode
}

/**
 * One line that says what is chosen. A click opens it and scrolls its content into view. Escape
 * closes it, and a press elsewhere does where the content lies over the page.
 */
export function Fold({
  summary,
  action,
  className = '',
  isOpenWhenWide = false,
  mustOpen = false,
  children,
}: FoldProps) {
  const [open, setOpen] = useState(mustOpen)
  const fold = useRef<HTMLDivElement>(null)
  const contentId = useId()
  // It stays open once nothing is missing: the member still writes in it.
  if (mustOpen && !open) setOpen(true)

  useEffect(() => {
    if (!open) return
    const listening = new AbortController()
    const handleElsewhere = ({ target }: Event) => {
      const content = fold.current?.lastElementChild
      const isOver = content && getComputedStyle(content).position === 'absolute'
      if (isOver && target instanceof Node && !fold.current?.contains(target)) setOpen(false)
    }
    for (const type of ['pointerdown', 'focusin'])
      document.addEventListener(type, handleElsewhere, { signal: listening.signal })
    return () => listening.abort()
  }, [open])

  function handleClick() {
    flushSync(() => setOpen(!open))
    fold.current?.lastElementChild?.scrollIntoView?.({ block: 'nearest' })
  }

  function handleKeyDown({ key, currentTarget }: KeyboardEvent) {
    if (key !== 'Escape' || !open) return
    setOpen(false)
    currentTarget.querySelector('button')?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its controls send it their keys
    <div
      ref={fold}
      className={`${styles.fold} ${className}`}
      data-open={open || undefined}
      data-wide={isOpenWhenWide || undefined}
      onKeyDown={handleKeyDown}
    >
      <button type="button" aria-expanded={open} aria-controls={contentId} onClick={handleClick}>
        <span>{summary}</span>
        {action && <span>{open ? 'Fermer' : action}</span>}
      </button>
      <div id={contentId}>{(open || isOpenWhenWide) && children}</div>
    </div>
  )
}
