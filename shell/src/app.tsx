import type { PageManifest } from '@encre/protocol/page-manifest'
import { useMemo } from 'react'
import { Announcer } from './announcer.tsx'
import styles from './app.module.css'
import { AuthProvider } from './auth/auth-provider.tsx'
import { listRoutes } from './federation/composition.ts'
import { loadRemote } from './federation/load-remote.ts'
import { useComposition } from './federation/use-composition.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { messages } from './messages.ts'
import { useLinks, usePageFocus } from './navigation.ts'
import { ShellRoutes } from './routes.tsx'

export function App({ composition: opened }: { composition: PageManifest }) {
  const { composition, look } = useComposition(opened)
  const routes = useMemo(() => listRoutes(composition), [composition])
  usePageFocus()
  useLinks({
    onApproach: (path) => {
      look()
      const route = routes.find((each) => each.path === path)
      // Whoever then goes there is told of a failure; nobody else needs to know.
      if (route) loadRemote(route.remote).catch(() => {})
    },
  })

  return (
    <AuthProvider settings={composition.auth}>
      <Announcer>
        <a className={styles.skip} href="#content" lang="fr">
          {messages.skipToContent}
        </a>
        <Header />
        <main id="content" className={styles.main} tabIndex={-1}>
          <ShellRoutes remoteRoutes={routes} atTenant={composition.auth.session === 'redirect'} owner={composition.owner} />
        </main>
        <Footer />
      </Announcer>
    </AuthProvider>
  )
}
