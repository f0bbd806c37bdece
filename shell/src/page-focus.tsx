import { Component } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { focusHeading, focusMain } from './navigation.ts'

/** When another page shows, scrolls to the top and moves the focus to its title, as a page load would. Belongs behind `<main>`. */
export function PageFocus() {
  const { pathname, key } = useLocation()
  const type = useNavigationType()
  return <FocusOnChange pathname={pathname} visit={key} isReturn={type === 'POP'} />
}

interface Visit {
  pathname: string
  visit: string
  /** Reached with back or forward. */
  isReturn: boolean
}

/**
 * A remote may have several pages at one path, and a page may change its query for a filter. Another page has another title: a title that
 * leaves the document with a navigation. React shows the document before a change to class components only.
 */
class FocusOnChange extends Component<Visit> {
  override getSnapshotBeforeUpdate(before: Visit): Element | null {
    return before.visit === this.props.visit ? null : document.querySelector('main h1')
  }

  override componentDidUpdate(before: Visit, _state: unknown, title: Element | null) {
    if (before.pathname === this.props.pathname && title?.isConnected !== false) return
    focusMain()
    focusHeading()
    // For back and forward the browser restores the scroll position.
    if (!this.props.isReturn) scrollTo(0, 0)
  }

  override render() {
    return null
  }
}
