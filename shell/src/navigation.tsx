import { Component, useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'

/**
 * Turns clicks on links of this site into navigation, in the shell's pages and in remotes: both
 * write `<a href>`.
 */
export function useLinks({ onApproach }: { onApproach: (path: string) => void }): void {
  const navigate = useNavigate()

  const handleClick = useEffectEvent((event: MouseEvent) => {
    const link = findLink(event)
    if (
      !link ||
      !isPlainClick(event) ||
      (link.target && link.target !== '_self') ||
      link.hasAttribute('download')
    )
      return
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

function findLink(event: Event): HTMLAnchorElement | null {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  return link?.origin === location.origin && !/^\/(api|remotes)\//.test(link.pathname) ? link : null
}

function isPlainClick(event: MouseEvent): boolean {
  return (
    event.button === 0 &&
    !event.defaultPrevented &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey
  )
}

export function focusMain(): void {
  document.querySelector('main')?.focus({ preventScroll: true })
}

/**
 * Moves the focus from `<main>` to the page's title once there is one. It leaves a focus that the
 * visitor has moved.
 */
export function focusHeading(): void {
  const main = document.querySelector('main')
  if (!main || document.activeElement !== main) return
  const heading = main.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/**
 * When another page shows, scrolls to the top and moves the focus to its title, as a page load
 * would. Belongs behind `<main>`.
 */
export function PageFocus() {
  const { pathname, key } = useLocation()
  const type = useNavigationType()
  return <FocusOnChange pathname={pathname} visit={key} isReturn={type === 'POP'} />
}

interface Visit {
  pathname: string
  visit: string
  isReturn: boolean
}

/**
 * Another page has another title, which leaves the document with the navigation. React shows the
 * document before a change to class components only.
 */
class FocusOnChange extends Component<Visit> {
  override getSnapshotBeforeUpdate(before: Visit): Element | null {
    return before.visit === this.props.visit ? null : document.querySelector('main h1')
  }

  override componentDidUpdate(before: Visit, _state: unknown, title: Element | null) {
    if (before.pathname === this.props.pathname && title?.isConnected !== false) return
    focusMain()
    focusHeading()
    if (!this.props.isReturn) scrollTo(0, 0)
  }

  override render() {
    return null
  }
}
