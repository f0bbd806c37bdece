import type { ShellApi } from '@encre/protocol/shell-api'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { MemberGenerations } from './member-generations.ts'

// One member at a time uses a page. At module level, so that the store outlives its page.
let current: { memberId: string; store: MemberGenerations } | null = null

export function useGenerations(shell: ShellApi, memberId: string) {
  const [store] = useState(() => findOrCreateStore(shell, memberId))
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)

  useEffect(() => store.setShell(shell), [store, shell])
  useEffect(() => store.open(), [store])

  return { ...state, generate: store.generate, cancel: store.cancel }
}

export function closeGenerations(): void {
  current?.store.close()
  current = null
}

function findOrCreateStore(shell: ShellApi, memberId: string): MemberGenerations {
  if (current?.memberId === memberId) return current.store
  closeGenerations()
  const store = new MemberGenerations(shell)
  current = { memberId, store }
  return store
}
