import type { ShellApi } from '@encre/protocol/shell-api'
import type { Auth } from '../auth/auth-provider.tsx'
import { reportError } from '../report-error.ts'
import { takePrefetched } from './prefetch.ts'

interface Parts {
  path: string
  auth: Auth
  navigate: (to: string, options?: { state: unknown; replace: boolean }) => void
  setTitle: (text: string) => void
  announce: (text: string) => void
  notify: (text: string, href: string) => void
  notifications: number
  report: (error: unknown) => void
}

/** Creates the `ShellApi` version 1 that a remote receives. */
export function createShellApi({ path, auth, navigate, setTitle, announce, notify, notifications, report }: Parts): ShellApi {
  return {
    version: 1,
    path,
    navigate: (to) => navigate(to),
    member: auth.member,
    getToken: auth.getToken,
    signIn: (returnTo) => {
      auth.dropSession().catch(reportError)
      // The end of the session may have opened the page already: replace that entry of the history.
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
  }
}
