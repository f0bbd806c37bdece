import type { PageManifest } from '@encre/protocol/page-manifest'
import { matchesRoute } from '@encre/protocol/route-match'
import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import styles from './app.module.css'
import { AuthProvider } from './auth/auth-provider.tsx'
import { loadRemote } from './federation/load-remote.ts'
import { listRoutes } from './federation/page-manifest.ts'
import { SkeletonProvider } from './federation/skeleton.tsx'
import { usePageManifest } from './federation/use-page-manifest.ts'
import { Header } from './header.tsx'
import { messages } from './messages.ts'
import { PageFocus, useLinks } from './navigation.tsx'
import { Announcer, Notifications } from './notifications.tsx'
import { ShellRoutes } from './routes.tsx'

interface AppProps {
  manifest: PageManifest
  announcesSession: boolean
  /** The page whose prerendered HTML contains a remote's skeleton, or null. */
  skeletonPath: string | null
}

export function App({ manifest: opened, announcesSession, skeletonPath }: AppProps) {
  const { manifest, checkForUpdate } = usePageManifest(opened)
  const routes = useMemo(() => listRoutes(manifest), [manifest])
  const { pathname } = useLocation()
  useLinks({
    onApproach: (path) => {
      checkForUpdate()
      const route = routes.find((each) => matchesRoute(each, path))
      // A failure shows when the visitor opens the page. It is reported then.
      if (route) loadRemote(route.remote).catch(() => {})
    },
  })

  return (
    <AuthProvider settings={manifest.auth} announcesSession={announcesSession}>
      <Announcer>
        <Notifications>
          <a className={styles.skip} href="#content" lang="fr">
            {messages.skipToContent}
          </a>
          <Header routes={routes} />
          <main id="content" className={styles.main} tabIndex={-1}>
            <SkeletonProvider openedWith={skeletonPath}>
              <ShellRoutes
                remoteRoutes={routes}
                atTenant={manifest.auth.session === 'redirect'}
                owner={manifest.owner}
              />
            </SkeletonProvider>
          </main>
          <PageFocus />
          {/* A new element per page: a shorter page then causes no layout shift. */}
          <Footer key={pathname} />
        </Notifications>
      </Announcer>
    </AuthProvider>
  )
}

function Footer() {
  const text = messages.footer
  return (
    <footer className={styles.footer} data-screen-only lang="fr">
      <p>
        {messages.siteName}. {text.tagline}.
      </p>
      <nav className={styles.links} aria-label={text.navigation}>
        <a href="/mentions-legales">{text.legal}</a>
        <a href="/confidentialite">{text.privacy}</a>
        <a href="/conditions">{text.terms}</a>
        <a href="/accessibilite">{text.accessibility}</a>
      </nav>
    </footer>
  )
}
