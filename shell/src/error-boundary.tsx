import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  fallback: ReactNode
  onError: (error: unknown) => void
  /** Where this changes, what failed is tried again. */
  subject?: string
  children: ReactNode
}

/** Keeps what throws while rendering from taking the page with it. React has this as a class only. */
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
