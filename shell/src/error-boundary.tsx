import { Button } from '@encre/ui/button'
import { Component, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { TenantError } from './auth/tenant.ts'
import styles from './message-page.module.css'
import { messages } from './messages.ts'
import { focusMain } from './navigation.tsx'
import { PageHead } from './page-head.tsx'

interface ErrorBoundaryProps {
  fallback: ReactNode
  onError: (error: unknown) => void
  subject?: string
  children: ReactNode
}

/**
 * Shows `fallback` when its children throw while they render. React offers this to class components
 * only.
 */
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
const inDevelopment =
  'Corrigez l’erreur que montrent la console et le terminal : la page revient d’elle-même.'
const isDevelopment = process.env.NODE_ENV === 'development'

export function FailurePanel({
  reason,
  onRetry,
}: {
  reason: 'load' | 'render'
  onRetry: () => void
}) {
  const text = messages.remote
  const failure = reason === 'load' ? text.notLoaded : text.broken
  const lead = isDevelopment ? inDevelopment : failure
  return <Panel title={text.failed} lead={lead} onRetry={onRetry} />
}

export function SessionPanel({
  title,
  failure,
}: {
  title: string
  failure: TenantError | undefined
}) {
  return (
    <>
      <PageHead title={title} />
      <Panel
        title={messages.sessionUnknown}
        lead={failure?.reason ?? messages.remote.notLoaded}
        onRetry={() => location.reload()}
      />
    </>
  )
}

function Panel({ title, lead, onRetry }: { title: string; lead: string; onRetry: () => void }) {
  const panel = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const shown = panel.current
    return () => {
      if (shown?.contains(document.activeElement)) focusMain()
    }
  }, [])

  return (
    <div ref={panel} className={styles.message} role="alert" lang="fr">
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      <Button variant="primary" onClick={onRetry}>
        {messages.remote.retry}
      </Button>
    </div>
  )
}
