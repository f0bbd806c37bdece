import { AtelierSettings } from '@encre/gallery-worker/contract'
import { readTabText, saveTabText } from '@encre/protocol/tab-storage'
import * as z from 'zod/mini'

const key = 'encre.lettering'

/** Keeps words and settings in this tab, over a sign-in and from a design to the page that sets words. */
export function storeLettering(settings: AtelierSettings): void {
  saveTabText(key, JSON.stringify(settings))
}

export function readStoredLettering(): AtelierSettings | null {
  try {
    return z.parse(AtelierSettings, JSON.parse(readTabText(key) ?? ''))
  } catch {
    return null
  }
}
