import visuallyHidden from '@encre/ui/visually-hidden.module.css'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { safePath, useAuth } from './auth/auth-provider.tsx'
import { messages } from './messages.ts'
import { focusMain } from './navigation.tsx'
import styles from './notifications.module.css'

const AnnounceContext = createContext<(text: string) => void>(() => {})

export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', count: 0 })
  const announce = useCallback(
    (text: string) => setSaid(({ count }) => ({ text, count: count + 1 })),
    [],
  )
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className={visuallyHidden.text} aria-live="polite">
        {/* A new key makes a screen reader announce the same words again. */}
        <p key={said.count}>{said.text}</p>
      </div>
    </AnnounceContext>
  )
}

export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext)
}

type Notify = (text: string, href: string) => void

interface Notification {
  text: string
  href: string
}

const NotificationsContext = createContext<{ notify: Notify; count: number }>({
  notify: () => {},
  count: 0,
})

export function Notifications({ children }: { children: ReactNode }) {
  const announce = useAnnounce()
  const { pathname } = useLocation()
  const memberId = useAuth().member?.id ?? null
  const [notifications, setNotifications] = useState<Notification[]>([])
  const [count, setCount] = useState(0)
  const dismiss = (dismissed: Notification) =>
    setNotifications((all) => all.filter((each) => each !== dismissed))

  const [shownFor, setShownFor] = useState({ pathname, memberId })
  if (shownFor.pathname !== pathname || shownFor.memberId !== memberId) {
    setShownFor({ pathname, memberId })
    // Notifications belong to one member. The open page needs no link to itself.
    setNotifications(
      shownFor.memberId === memberId
        ? notifications.filter(({ href }) => !leadsTo(href, pathname))
        : [],
    )
  }

  const notify = useCallback<Notify>(
    (text, href) => {
      const added = { text, href: safePath(href) }
      setNotifications((all) => [
        ...all.filter((each) => each.text !== text || each.href !== added.href),
        added,
      ])
      setCount((before) => before + 1)
      announce(text)
    },
    [announce],
  )
  const api = useMemo(() => ({ notify, count }), [notify, count])

  return (
    <NotificationsContext value={api}>
      {children}
      {notifications.length > 0 && (
        <aside className={styles.list} aria-label={messages.notifications.label} lang="fr">
          {notifications.map((notification) => (
            <p key={`${notification.href} ${notification.text}`} className={styles.notification}>
              <a
                className={styles.link}
                href={notification.href}
                onClick={() => dismiss(notification)}
              >
                {notification.text}
              </a>
              <button
                type="button"
                className={styles.dismiss}
                aria-label={messages.notifications.dismiss}
                onClick={() => {
                  focusMain()
                  dismiss(notification)
                }}
              >
                <svg viewBox="0 0 20 20" aria-hidden="true">
                  <path d="m5 5 10 10M15 5 5 15" />
                </svg>
              </button>
            </p>
          ))}
        </aside>
      )}
    </NotificationsContext>
  )
}

export function useNotifications() {
  return useContext(NotificationsContext)
}

function leadsTo(href: string, pathname: string): boolean {
  return new URL(href, location.origin).pathname === pathname
}
