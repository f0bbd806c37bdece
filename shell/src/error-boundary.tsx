import { Component, type ReactNode } from 'react'

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
