import type { MountedRemote, ShellApi } from '@encre/protocol/shell-api'
import { type ComponentType, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { reportError } from '../report-error.ts'
import type { ReactModules } from './reacts.ts'
import styles from './remote-page.module.css'

export type RemoteComponent = ComponentType<{ shell: ShellApi }>

/** `fail` is for an error after which nothing is shown. */
type Mount = (
  element: HTMLElement,
  shell: ShellApi,
  fail: (error: unknown) => void,
) => MountedRemote

/**
 * A component of the page's React around a remote that this React does not render. The remote fills
 * an element before the browser paints, and its errors are thrown here: the page handles them as
 * those of any other remote.
 */
export function componentOf(mount: Mount): RemoteComponent {
  return function Mounted({ shell }) {
    const place = useRef<HTMLDivElement>(null)
    const mounted = useRef<{ page: MountedRemote; shell: ShellApi } | null>(null)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    if (failure) throw failure.error

    useLayoutEffect(() => {
      const element = place.current
      const { current } = mounted
      if (!element || current?.shell === shell) return
      const fail = (error: unknown) => setFailure({ error })
      current?.page.update(shell)
      mounted.current = { page: current?.page ?? mount(element, shell, fail), shell }
    }, [shell])
    useLayoutEffect(
      () => () => {
        mounted.current?.page.unmount()
        mounted.current = null
      },
      [],
    )
    return <div ref={place} className={styles.place} />
  }
}

interface BoundaryProps {
  fail: (error: unknown) => void
  children?: ReactNode
}

/** Renders a remote's component with the remote's own React, in a root of its own. */
export function mountWith(modules: ReactModules, Remote: RemoteComponent): Mount {
  const { Component, Suspense, createElement } = modules.react
  const { flushSync } = modules['react-dom']

  class Boundary extends Component<BoundaryProps, { failed: boolean }> {
    override state = { failed: false }
    static getDerivedStateFromError() {
      return { failed: true }
    }
    override componentDidCatch(error: unknown) {
      this.props.fail(error)
    }
    override render() {
      return this.state.failed ? null : this.props.children
    }
  }

  return (element, shell, fail) => {
    const root = modules['react-dom/client'].createRoot(element, {
      onCaughtError: () => {},
      onUncaughtError: fail,
      onRecoverableError: reportError,
    })
    const update = (next: ShellApi) => {
      const page = createElement(
        Suspense,
        { fallback: null },
        createElement(Remote, { shell: next }),
      )
      // At once: the heading is there when the page looks for it, and no frame is empty.
      flushSync(() => root.render(createElement(Boundary, { fail }, page)))
    }
    update(shell)
    return { update, unmount: () => root.unmount() }
  }
}
