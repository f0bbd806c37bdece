import type { AtelierSettings } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { SettingsStore } from './settings-store.ts'

/** The settings of a design while its page is open. `read`: what the page's query knows of them. */
export function useSettings(shell: ShellApi, designId: string, read: AtelierSettings) {
  const [store] = useState(() => new SettingsStore(shell, designId, read))
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
  useEffect(() => store.open(), [store])
  useEffect(() => store.receive(read), [store, read])
  return { ...state, store }
}
