import { Notice } from '@encre/ui/notice'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type Auth, useAuth } from './auth/auth-context.ts'
import styles from './header.module.css'
import { messages } from './messages.ts'
import { reportError } from './report-error.ts'

const text = messages.header

export function Header() {
  const auth = useAuth()
  const { pathname, key } = useLocation()
  const [signOut, failed] = useSignOut(auth, key)
  // While the session loads, the header already shows the member's links, so that nothing moves later.
  const isMember = auth.status !== 'signed-out'

  return (
    <header className={styles.header} lang="fr">
      <div className={styles.bar}>
        <a className={styles.wordmark} href="/" aria-label={text.home}>
          {messages.siteName}
        </a>
        <nav className={styles.wide} aria-label={text.navigation}>
          {isMember ? (
            <>
              <NavLink path={pathname} href="/about" label={text.about} />
              <NavLink path={pathname} href="/generator" label={text.create} />
              <NavLink path={pathname} href="/gallery" label={text.designs} />
              <NavLink path={pathname} href="/dashboard" label={text.dashboard} />
              <button type="button" className={styles.link} onClick={signOut}>
                {text.signOut}
              </button>
            </>
          ) : (
            <>
              <NavLink path={pathname} href="/gallery" label={text.gallery} />
              <NavLink path={pathname} href="/about" label={text.about} />
              <a className={styles.signIn} href="/sign-in">
                {text.signIn}
              </a>
            </>
          )}
        </nav>
        <MobileMenu key={key} path={pathname} isMember={isMember} onSignOut={signOut} />
      </div>
      {failed && (
        <div className={styles.notice}>
          <Notice kind="error" title={text.signOutFailed} />
        </div>
      )}
    </header>
  )
}

function MobileMenu({ path, isMember, onSignOut }: { path: string; isMember: boolean; onSignOut: () => void }) {
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
        <NavLink path={path} href="/gallery" label={text.gallery} />
        <NavLink path={path} href="/about" label={text.about} />
        {isMember ? (
          <>
            <NavLink path={path} href="/generator" label={text.create} />
            <NavLink path={path} href="/dashboard" label={text.dashboard} />
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

function NavLink({ path, href, label }: { path: string; href: string; label: string }) {
  return (
    <a className={styles.link} href={href} aria-current={path === href ? 'page' : undefined}>
      <span>{label}</span>
    </a>
  )
}

/** The failure shows until the next try or the next page. */
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
