import type { Member, ShellApi } from '@encre/protocol/shell-api'

/**
 * The member in a skeleton, which is the same for everyone. The dots reserve the lines of the name
 * and the email.
 */
export const nobody: Member = { id: '', email: '…', name: '…' }

/**
 * The shell for `skeletons.tsx`: the build renders a page's first state, before any call to the
 * shell settles.
 */
export function skeletonShell(path: string): ShellApi {
  const ignore = () => {}
  const wait = () => new Promise<never>(ignore)
  return {
    version: 1,
    path,
    member: nobody,
    navigate: ignore,
    getToken: wait,
    signIn: ignore,
    refreshMember: wait,
    resumeSession: wait,
    identity: { atTenant: false, signInAgain: ignore, getIdToken: wait },
    setTitle: ignore,
    announce: ignore,
    notify: ignore,
    notifications: 0,
    takePrefetched: () => null,
    report: ignore,
  }
}
