import type { ShellApi } from '@encre/protocol/shell-api'
import { useEffect, useMemo, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { useAuth } from '../auth/auth-provider.tsx'
import { ErrorBoundary, FailurePanel, SessionPanel } from '../error-boundary.tsx'
import { messages } from '../messages.ts'
import { focusHeading } from '../navigation.tsx'
import { useAnnounce, useNotifications } from '../notifications.tsx'
import { PageHead, useHydrated } from '../page-head.tsx'
import { reportError, reportMounted } from '../report-error.ts'
import { reportHealthy } from './health-reports.ts'
import type { RemoteRoute } from './page-manifest.ts'
import { dropPrefetched, takePrefetched } from './prefetch.ts'
import styles from './remote-page.module.css'
import { Skeleton, useSkeleton } from './skeleton.tsx'
import { useRemote } from './use-remote.ts'

/**
 * Shows a page of a remote. It loads the code while the session is looked up, and sends a visitor
 * to the sign-in page.
 */
export function RemotePage({ route }: { route: RemoteRoute }) {
  const auth = useAuth()
  const { pathname, search } = useLocation()
  const path = pathname + search

  const [memberPath, setMemberPath] = useState<string | null>(null)
  if (auth.status === 'signed-in' && memberPath !== pathname) setMemberPath(pathname)

  if (route.access === 'member' && auth.status === 'signed-out') {
    // Sign-in leads back to this page only when the session ended on it.
    const interrupted = memberPath === pathname
    return (
      <>
        {interrupted && auth.hasSignedOut ? (
          <Navigate to="/" replace />
        ) : (
          <Navigate
            to={`/sign-in${interrupted ? '' : search}`}
            replace
            state={interrupted ? { returnTo: path } : { wanted: pathname }}
          />
        )}
        {/* The footer stays where it is until the other page is there. */}
        <div className={styles.leaving} />
      </>
    )
  }
  if (route.access === 'member' && auth.status === 'unknown')
    return <SessionPanel title={route.title} failure={auth.failure} />
  return <MountedRemote key={route.remote.current.global} route={route} path={path} />
}

const startAtOnce = async () => {}

function MountedRemote({ route, path }: { route: RemoteRoute; path: string }) {
  const auth = useAuth()
  const navigate = useNavigate()
  const announce = useAnnounce()
  const { notify, count: notifications } = useNotifications()
  // A member's page shows nothing before the session has come. Running the remote's files would
  // hold back the tenant's answer.
  const wait = route.access === 'member' ? auth.waitForTenant : startAtOnce
  const { state, isIncomplete, handleError, report, retry } = useRemote(route.remote, wait)
  const [title, setTitle] = useTitle(route)

  const shell = useMemo<ShellApi>(
    () => ({
      version: 1,
      path,
      navigate: (to) => navigate(to),
      member: auth.member,
      getToken: auth.getToken,
      signIn: (returnTo) => {
        auth.dropSession().catch(reportError)
        // The end of the session may have opened the page already: replace that entry of the
        // history.
        navigate('/sign-in', { state: { returnTo }, replace: true })
      },
      refreshMember: auth.refreshMember,
      resumeSession: auth.resumeSession,
      identity: auth.identity,
      setTitle,
      announce,
      notify,
      notifications,
      takePrefetched,
      report,
    }),
    [path, auth, navigate, setTitle, announce, notify, notifications, report],
  )
  const { name } = route.remote
  const shown = state.phase === 'ready' ? state.version : null
  // The remote may have loaded before React takes over.
  const isHydrated = useHydrated()
  const ready =
    isHydrated &&
    state.phase === 'ready' &&
    (route.access === 'public' || auth.status === 'signed-in')
  useEffect(() => dropPrefetched, [])
  const showsSkeleton = useSkeleton(ready || state.phase === 'failed')
  useEffect(() => {
    if (!ready || !shown) return
    focusHeading()
    reportMounted(name, shown.version)
    reportHealthy(shown)
  }, [ready, shown, name])

  return (
    <>
      <PageHead title={title} lang={route.lang} />
      {state.phase === 'failed' && (
        <FailurePanel reason={isIncomplete ? 'load' : state.reason} onRetry={retry} />
      )}
      {state.phase !== 'failed' && !ready && (showsSkeleton ? <Skeleton /> : <Loading />)}
      {state.phase === 'ready' && ready && (
        <ErrorBoundary
          key={state.version.global}
          subject={path}
          fallback={<FailurePanel reason={isIncomplete ? 'load' : 'render'} onRetry={retry} />}
          onError={handleError}
        >
          <state.Remote shell={shell} />
        </ErrorBoundary>
      )}
    </>
  )
}

/** The route's title, or the one that the remote has set on this page. */
function useTitle(route: RemoteRoute) {
  const [own, setOwn] = useState({ path: route.path, title: route.title })
  const setTitle = useMemo(
    () => (title: string) => {
      setOwn({ path: route.path, title })
      // The heading may come with the title, after the remote itself.
      focusHeading()
    },
    [route.path],
  )
  return [own.path === route.path ? own.title : route.title, setTitle] as const
}

function Loading() {
  return (
    <div className={styles.loading} role="status" lang="fr">
      <span className={styles.line} aria-hidden="true" />
      {messages.remote.loading}
    </div>
  )
}
