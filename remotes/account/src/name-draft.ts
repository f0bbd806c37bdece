import type { ShellApi } from '@encre/protocol/shell-api'

// When the session ends while a name is being edited, the name stays in this tab until the member has signed in again.

export function saveNameDraft(shell: ShellApi, memberId: string, name: string): void {
  sessionStorage.setItem(draftKey(shell, memberId), name)
}

/** The name that this member left on this page, or null. */
export function readNameDraft(shell: ShellApi, memberId: string): string | null {
  try {
    return sessionStorage.getItem(draftKey(shell, memberId))
  } catch {
    // A browser may refuse the storage, and the build, which renders the page's skeleton, has none.
    return null
  }
}

export function deleteNameDraft(shell: ShellApi, memberId: string): void {
  sessionStorage.removeItem(draftKey(shell, memberId))
}

function draftKey(shell: ShellApi, memberId: string): string {
  return `encre:name:${shell.path}:${memberId}`
}
