import type { Member, ShellApi } from '@encre/protocol/shell-api'

/** The member of a skeleton, which is the same for everyone. The name and the email take their lines. */
export const nobody: Member = { id: '', email: '…', name: '…' }

/** A shell for `skeletons.tsx`: the build renders a page's first state, in which nothing has been asked of the shell. */
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
    setTitle: ignore,
    announce: ignore,
    report: ignore,
  }
}
