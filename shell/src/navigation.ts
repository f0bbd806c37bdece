import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'

/** Turns clicks on links of this site into navigation, in the shell's pages and in remotes: both write `<a href>`. */
export function useLinks({ onApproach }: { onApproach: (path: string) => void }): void {
  const navigate = useNavigate()

  const handleClick = useEffectEvent((event: MouseEvent) => {
    const link = findLink(event)
    if (!link || !isPlainClick(event) || (link.target && link.target !== '_self') || link.hasAttribute('download')) return
    const { pathname, search, hash } = link
    // The browser handles skip links and other fragments of this page.
    if (hash && pathname === location.pathname && search === location.search) return
    event.preventDefault()
    navigate(pathname + search + hash)
  })
  const handleApproach = useEffectEvent((event: Event) => {
    const link = findLink(event)
    if (link) onApproach(link.pathname)
  })

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('click', handleClick, { signal })
    document.addEventListener('pointerover', handleApproach, { signal, passive: true })
    document.addEventListener('focusin', handleApproach, { signal })
    return () => listening.abort()
  }, [])
}

/** Returns the link if it leads to a page of this site. Files and API answers are not pages. */
function findLink(event: Event): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  return link?.origin === location.origin && !/^\/(api|remotes)\//.test(link.pathname) ? link : null
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** Moves the focus to the page's content, when the focused element is about to go. */
export function focusMain(): void {
  document.querySelector('main')?.focus({ preventScroll: true })
}

/** Moves the focus from `<main>` to the page's title once there is one. It leaves a focus that the visitor has moved. */
export function focusHeading(): void {
  const main = document.querySelector('main')
  if (!main || document.activeElement !== main) return
  const heading = main.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
