import type { ShellApi } from '@encre/protocol/shell-api'

// When the session ends while a name is being edited, the name stays in this tab until the member has signed in again. A browser may refuse
// the storage: then the name is lost at sign-in, and nothing else changes.

export function saveNameDraft(shell: ShellApi, memberId: string, name: string): void {
  try {
    sessionStorage.setItem(draftKey(shell, memberId), name)
  } catch {
    // Lost, as said above.
  }
}

/** The name that this member left on this page, or null. */
export function readNameDraft(shell: ShellApi, memberId: string): string | null {
  try {
    return sessionStorage.getItem(draftKey(shell, memberId))
  } catch {
    // The build, which renders the page's skeleton, has no storage either.
    return null
  }
}

export function deleteNameDraft(shell: ShellApi, memberId: string): void {
  try {
    sessionStorage.removeItem(draftKey(shell, memberId))
  } catch {
    // There is none.
  }
}

function draftKey(shell: ShellApi, memberId: string): string {
  return `encre:name:${shell.path}:${memberId}`
}
