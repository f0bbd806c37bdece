import type { PageManifest } from '@encre/protocol/page-manifest'
import { matchesRoute } from '@encre/protocol/route-match'
import { useMemo } from 'react'
import { Announcer } from './announcer.tsx'
import styles from './app.module.css'
import { AuthProvider } from './auth/auth-provider.tsx'
import { loadRemote } from './federation/load-remote.ts'
import { listRoutes } from './federation/page-manifest.ts'
import { usePageManifest } from './federation/use-page-manifest.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { messages } from './messages.ts'
import { useLinks, usePageFocus } from './navigation.ts'
import { Notifications } from './notifications.tsx'
import { ShellRoutes } from './routes.tsx'

export function App({ manifest: opened }: { manifest: PageManifest }) {
  const { manifest, checkForUpdate } = usePageManifest(opened)
  const routes = useMemo(() => listRoutes(manifest), [manifest])
  usePageFocus()
  useLinks({
    onApproach: (path) => {
      checkForUpdate()
      const route = routes.find((each) => matchesRoute(each, path))
      // A failure shows when the visitor opens the page. It is reported then.
      if (route) loadRemote(route.remote).catch(() => {})
    },
  })

  return (
    <AuthProvider settings={manifest.auth}>
      <Announcer>
        <Notifications>
          <a className={styles.skip} href="#content" lang="fr">
            {messages.skipToContent}
          </a>
          <Header routes={routes} />
          <main id="content" className={styles.main} tabIndex={-1}>
            <ShellRoutes remoteRoutes={routes} atTenant={manifest.auth.session === 'redirect'} owner={manifest.owner} />
          </main>
          <Footer />
        </Notifications>
      </Announcer>
    </AuthProvider>
  )
}
