import { type MouseEvent, type ReactNode, useId, useState } from 'react'
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

/** One line that says what is chosen. A click opens it and scrolls its content into view. */
export function Fold({
  summary,
  action,
  className = '',
  isOpenWhenWide = false,
  mustOpen = false,
  children,
}: FoldProps) {
  const [toggled, setToggled] = useState(false)
  const contentId = useId()
  const open = toggled || mustOpen

  function handleClick({ currentTarget }: MouseEvent) {
    flushSync(() => setToggled(!open))
    currentTarget.parentElement?.scrollIntoView?.({ block: 'nearest' })
  }

  return (
    <div
      className={`${styles.fold} ${className}`}
      data-open={open || undefined}
      data-wide={isOpenWhenWide || undefined}
    >
      <button type="button" aria-expanded={open} aria-controls={contentId} onClick={handleClick}>
        <span>{summary}</span>
        {action && <span>{open ? 'Fermer' : action}</span>}
      </button>
      <div id={contentId}>{(open || isOpenWhenWide) && children}</div>
    </div>
  )
}
