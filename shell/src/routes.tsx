import { canonicalPath, matchesRoute } from '@encre/protocol/route-match'
import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import './about-page.module.css'
import './auth/auth-page.module.css'
import './legal/legal.module.css'
import '@encre/ui/button.module.css'
import '@encre/ui/notice.module.css'
import '@encre/ui/submit-button.module.css'
import '@encre/ui/text-field.module.css'
import { ButtonLink } from '@encre/ui/button'
import { lazyPart } from '@encre/ui/lazy-part'
import { typeset } from '@encre/ui/typeset'
import { ErrorBoundary, FailurePanel } from './error-boundary.tsx'
import type { RemoteRoute } from './federation/page-manifest.ts'
import { RemotePage } from './federation/remote-page.tsx'
import { HomePage, preloadExamples } from './home-page.tsx'
import styles from './message-page.module.css'
import { messages } from './messages.ts'
import { PageHead } from './page-head.tsx'
import { reportError } from './report-error.ts'

// Here, so that the first stylesheet has the styles of every prerendered page: no page moves later.

interface PageProps {
  atTenant: boolean
  owner?: string | undefined
}

type Load = Parameters<typeof lazyPart<PageProps>>[0]

const loads: Record<string, Load> = {
  '/about': async () =>
    (await import(/* webpackChunkName: "about" */ './about-page.tsx')).AboutPage,
  '/sign-in': async () =>
    (await import(/* webpackChunkName: "sign-in" */ './auth/sign-in-page.tsx')).SignInPage,
  '/sign-up': async () =>
    (await import(/* webpackChunkName: "sign-up" */ './auth/sign-up-page.tsx')).SignUpPage,
  '/forgot-password': async () =>
    (await import(/* webpackChunkName: "forgot-password" */ './auth/forgot-password-page.tsx'))
      .ForgotPasswordPage,
  '/callback': async () =>
    (await import(/* webpackChunkName: "callback" */ './auth/callback-page.tsx')).CallbackPage,
  '/mentions-legales': async () =>
    (await import(/* webpackChunkName: "mentions-legales" */ './legal/legal-page.tsx')).LegalPage,
  '/confidentialite': async () =>
    (await import(/* webpackChunkName: "confidentialite" */ './legal/privacy-page.tsx'))
      .PrivacyPage,
  '/conditions': async () =>
    (await import(/* webpackChunkName: "conditions" */ './legal/terms-page.tsx')).TermsPage,
  '/accessibilite': async () =>
    (await import(/* webpackChunkName: "accessibilite" */ './legal/accessibility-page.tsx'))
      .AccessibilityPage,
}
const pages = new Map(Object.entries(loads).map(([path, load]) => [path, lazyPart(load)]))

/**
 * Loads the chunk of one of the shell's own pages. React then hydrates the prerendered page in one
 * piece.
 */
export async function preloadPage(path: string): Promise<void> {
  await (path === '/' ? preloadExamples : pages.get(path)?.[1])?.()
}

/**
 * Pages higher than most windows. Their place is reserved while they load, so that the footer does
 * not move.
 */
const longPages = ['/confidentialite', '/conditions', '/accessibilite']

interface ShellRoutesProps extends PageProps {
  remoteRoutes: RemoteRoute[]
}

/**
 * Shows the page of the address, which the worker and the remote read with the same functions. A link
 * of the page may have another spelling.
 */
export function ShellRoutes(props: ShellRoutesProps) {
  const { pathname, search, hash } = useLocation()
  const path = canonicalPath(pathname)
  if (path !== pathname) return <Navigate to={path + search + hash} replace />
  const failure = (
    <>
      <PageHead title={messages.remote.failed} />
      <FailurePanel reason="load" onRetry={() => location.reload()} />
    </>
  )
  return (
    <ErrorBoundary subject={path} fallback={failure} onError={reportError}>
      <Suspense fallback={longPages.includes(path) && <div className={styles.longPage} />}>
        <ShownPage path={path} {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

function ShownPage({ path, remoteRoutes, ...props }: ShellRoutesProps & { path: string }) {
  if (path === '/') return <HomePage />
  const [Page] = pages.get(path) ?? []
  if (Page) return <Page {...props} />
  const route = remoteRoutes.find((each) => matchesRoute(each, path))
  return route ? <RemotePage route={route} /> : <NotFoundPage />
}

function NotFoundPage() {
  const text = messages.notFound
  return (
    <div className={styles.message}>
      <PageHead title={text.title} />
      <p className={styles.code} aria-hidden="true">
        404
      </p>
      <h1>{text.title}</h1>
      <p className={styles.lead}>{typeset(text.lead)}</p>
      <ButtonLink href="/" variant="primary">
        {text.back}
      </ButtonLink>
    </div>
  )
}
