import { Button } from '@encre/ui/button'
import { Component, type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './message-page.module.css'
import { messages } from './messages.ts'
import { focusMain } from './navigation.tsx'

interface ErrorBoundaryProps {
  fallback: ReactNode
  onError: (error: unknown) => void
  /** When this changes, the boundary renders its children again. */
  subject?: string
  children: ReactNode
}

/** Shows `fallback` when its children throw while they render. React offers this to class components only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.failed && before.subject !== this.props.subject) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

// Not in `messages.ts`, so that the site's build leaves it out.
const inDevelopment = 'Corrigez l’erreur que montrent la console et le terminal : la page revient d’elle-même.'
const isDevelopment = process.env.NODE_ENV === 'development'

/** Replaces a page that failed to load or to render. The header and the other pages still work. */
export function FailurePanel({ reason, onRetry }: { reason: 'load' | 'render'; onRetry: () => void }) {
  const text = messages.remote
  const panel = useRef<HTMLDivElement>(null)

  // The page's title takes the focus from `<main>` once the page is there.
  useLayoutEffect(() => {
    const shown = panel.current
    return () => {
      if (shown?.contains(document.activeElement)) focusMain()
    }
  }, [])

  return (
    <div ref={panel} className={styles.message} role="alert" lang="fr">
      <h1>{text.failed}</h1>
      <p className={styles.lead}>{isDevelopment ? inDevelopment : reason === 'load' ? text.notLoaded : text.broken}</p>
      <Button variant="primary" onClick={onRetry}>
        {text.retry}
      </Button>
    </div>
  )
}
