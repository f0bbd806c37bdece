import type { ShellApi } from '@encre/protocol/shell-api'

// A session that ends while a name is being edited must not lose it: it waits in this tab for the way through sign-in.

export function keepNameDraft(shell: ShellApi, memberId: string, name: string) {
  sessionStorage.setItem(draftKey(shell, memberId), name)
}

/** The name that waited on this page for this member, or null. */
export function readNameDraft(shell: ShellApi, memberId: string): string | null {
  return sessionStorage.getItem(draftKey(shell, memberId))
}

export function dropNameDraft(shell: ShellApi, memberId: string) {
  sessionStorage.removeItem(draftKey(shell, memberId))
}

function draftKey(shell: ShellApi, memberId: string): string {
  return `encre:name:${shell.path}:${memberId}`
}
