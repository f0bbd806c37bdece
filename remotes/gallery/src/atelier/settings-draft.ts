import { AtelierSettingsChange } from '@encre/gallery-worker/contract'
import * as z from 'zod/mini'

// The shell clears the tab's storage at sign-out.
const keyOf = (designId: string) => `encre.atelier.${designId}`

/** The settings that could not be saved. They survive a sign-in. Empty when everything was saved. */
export function readDraft(designId: string): AtelierSettingsChange {
  try {
    const parsed = z.safeParse(AtelierSettingsChange, JSON.parse(sessionStorage.getItem(keyOf(designId)) ?? '{}'))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}

export function writeDraft(designId: string, change: AtelierSettingsChange): void {
  try {
    if (Object.keys(change).length > 0) sessionStorage.setItem(keyOf(designId), JSON.stringify(change))
    else sessionStorage.removeItem(keyOf(designId))
  } catch {
    // The browser refuses the storage: the settings last as long as the page.
  }
}
