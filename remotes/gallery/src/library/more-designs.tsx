import { Button } from '@encre/ui/button'
import { LoadFailure, Notice } from '@encre/ui/notice'
import { useEffect, useEffectEvent, useRef } from 'react'
import { messages, problemMessage } from '../messages.ts'
import styles from './gallery-page.module.css'
import type { DesignList } from './gallery-state.ts'

/** Pages that scrolling loads before it takes a click, so that the member can reach the footer. */
const mostScrolledPages = 3

const nearEnd = '1200px'

interface MoreDesignsProps {
  list: DesignList
  onClick: () => void
  onScrollNear: () => void
}

export function MoreDesigns({
  list: { more, designs, scrolledPages },
  onClick,
  onScrollNear,
}: MoreDesignsProps) {
  const end = useRef<HTMLDivElement>(null)
  const loadsByScrolling = more.status === 'idle' && scrolledPages < mostScrolledPages
  const handleNear = useEffectEvent(onScrollNear)

  // An observer reports changes only. After each page, a new one reports whether the end is still
  // near.
  useEffect(() => {
    if (!loadsByScrolling || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && handleNear(),
      {
        rootMargin: nearEnd,
      },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [loadsByScrolling, designs.length])

  return (
    <div ref={end} className={styles.more} data-screen-only>
      {more.status === 'failed' && <MoreFailure code={more.code} />}
      {/* `aria-disabled`: a disabled button would lose the focus while the page loads. */}
      <Button aria-disabled={more.status === 'loading'} onClick={onClick}>
        {more.status === 'loading' ? messages.showingMore : messages.showMore}
      </Button>
    </div>
  )
}

/** Why the next page of a list could not be read. */
export function MoreFailure({ code }: { code: string }) {
  return (
    <Notice kind="error" title={messages.loadFailed} lang="en">
      {problemMessage(code)}
    </Notice>
  )
}

interface ListFailureProps {
  code: string
  onRetry: () => void
}

/** Why a list could not be read. */
export function ListFailure({ code, onRetry }: ListFailureProps) {
  return (
    <LoadFailure
      title={messages.loadFailed}
      lang="en"
      reason={problemMessage(code)}
      retry={messages.retry}
      onRetry={onRetry}
    />
  )
}
