import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** False while a page is as the build prerendered it: its forms would send their fields to the site's own address. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
