import type { ShellApi } from '@encre/protocol/shell-api'
import type { Auth } from '../auth/auth-context.ts'
import { reportError } from '../report-error.ts'

interface Parts {
  path: string
  auth: Auth
  navigate: (to: string, options?: { state: unknown; replace: boolean }) => void
  setTitle: (text: string) => void
  announce: (text: string) => void
  report: (error: unknown) => void
}

/** What a remote receives, version 1. */
export function createShellApi({ path, auth, navigate, setTitle, announce, report }: Parts): ShellApi {
  return {
    version: 1,
    path,
    navigate: (to) => navigate(to),
    member: auth.member,
    getToken: auth.getToken,
    signIn: (returnTo) => {
      auth.dropSession().catch(reportError)
      // The page may have gone there by itself already: one entry in the history, not two.
      navigate('/sign-in', { state: { returnTo }, replace: true })
    },
    refreshMember: auth.refreshMember,
    resumeSession: auth.resumeSession,
    setTitle,
    announce,
    report,
  }
}
