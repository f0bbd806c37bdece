import { ariaCurrent, listHeaderLinks, type RemoteLink } from '@encre/protocol/header-links'
import type { Route } from '@encre/protocol/release'
import { Notice } from '@encre/ui/notice'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type Auth, useAuth } from './auth/auth-provider.tsx'
import styles from './header.module.css'
import { messages } from './messages.ts'
import { reportError } from './report-error.ts'

const text = messages.header

/** `routes`: the pages of the remotes. Their releases declare which of them have a link here. */
export function Header({ routes }: { routes: Route[] }) {
  const auth = useAuth()
  const { pathname, key } = useLocation()
  const [signOut, failed] = useSignOut(auth, key)
  const links = listHeaderLinks(routes)
  // While the session loads, the header already shows the member's links, so that nothing moves
  // later.
  const isMember = auth.status !== 'signed-out'

  return (
    <header className={styles.header} data-screen-only lang="fr">
      <div className={styles.bar}>
        <a className={styles.wordmark} href="/" aria-label={text.home} translate="no">
          {messages.siteName}
        </a>
        {/* Another element for another state: its links do not count as moved. */}
        <nav
          key={isMember ? 'member' : 'visitor'}
          className={styles.wide}
          aria-label={text.navigation}
        >
          {isMember ? (
            <>
              <NavLink path={pathname} href="/about" label={text.about} />
              {links.map(({ path, label }) => (
                <NavLink key={path} path={pathname} href={path} label={label} />
              ))}
              <button type="button" className={styles.link} onClick={signOut}>
                {text.signOut}
              </button>
            </>
          ) : (
            <>
              <VisitorLinks path={pathname} links={links} />
              <NavLink path={pathname} href="/about" label={text.about} />
              <a className={styles.signIn} href="/sign-in">
                {text.signIn}
              </a>
            </>
          )}
        </nav>
        <MobileMenu
          key={key}
          path={pathname}
          links={links}
          isMember={isMember}
          onSignOut={signOut}
        />
      </div>
      {failed && (
        <div className={styles.notice}>
          <Notice kind="error" title={text.signOutFailed} />
        </div>
      )}
    </header>
  )
}

interface MobileMenuProps {
  path: string
  links: RemoteLink[]
  isMember: boolean
  onSignOut: () => void
}

function MobileMenu({ path, links, isMember, onSignOut }: MobileMenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [open])

  return (
    <div className={styles.narrow}>
      <button
        ref={button}
        type="button"
        className={styles.menuButton}
        aria-expanded={open}
        aria-controls="mobile-menu"
        onClick={() => setOpen(!open)}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          {open ? <path d="m4 4 12 12M16 4 4 16" /> : <path d="M2 5h16M2 10h16M2 15h16" />}
        </svg>
        {text.menu}
      </button>
      <nav id="mobile-menu" className={styles.menu} aria-label={text.navigation} hidden={!open}>
        <VisitorLinks path={path} links={links} />
        <NavLink path={path} href="/about" label={text.about} />
        {isMember ? (
          <>
            {links
              .filter((link) => !link.visitorLabel)
              .map((link) => (
                <NavLink key={link.path} path={path} href={link.path} label={link.label} />
              ))}
            <button type="button" className={styles.link} onClick={onSignOut}>
              {text.signOut}
            </button>
          </>
        ) : (
          <NavLink path={path} href="/sign-in" label={text.signInShort} />
        )}
      </nav>
    </div>
  )
}

/** The links that visitors see too. The mobile menu shows them to members under the same labels. */
function VisitorLinks({ path, links }: { path: string; links: RemoteLink[] }) {
  return links.map(
    (link) =>
      link.visitorLabel && (
        <NavLink key={link.path} path={path} href={link.path} label={link.visitorLabel} />
      ),
  )
}

function NavLink({ path, href, label }: { path: string; href: string; label: string }) {
  return (
    <a className={styles.link} href={href} aria-current={ariaCurrent(href, path)}>
      <span>{label}</span>
    </a>
  )
}

function useSignOut(auth: Auth, visit: string) {
  const [failedVisit, setFailedVisit] = useState<string | null>(null)
  const signOut = async () => {
    setFailedVisit(null)
    try {
      await auth.signOut()
    } catch (error) {
      reportError(new Error(text.signOutError, { cause: error }))
      setFailedVisit(visit)
    }
  }
  return [signOut, failedVisit === visit] as const
}
