import { AtelierSettings } from '@encre/gallery-worker/contract'
import { readTabText, saveTabText } from '@encre/protocol/tab-storage'
import * as z from 'zod/mini'

/** What a visitor has made of a picture, without its pixels. */
const Kept = z.object({
  name: z.string(),
  origin: z.string(),
  settings: AtelierSettings,
})
type Kept = z.infer<typeof Kept>
export type StoredDrawing = Kept & { file: File }

const key = 'encre.drawing'

/**
 * Keeps a drawing on the device while its visitor signs in: for this tab, until `takeDrawing`.
 * Where the browser refuses, it goes with the page.
 */
export async function storeDrawing(file: File, kept: Kept): Promise<void> {
  saveTabText(key, JSON.stringify(kept))
  const cache = await caches.open(key)
  await cache.put('/calque', new Response(file))
}

/** Takes the kept drawing and deletes it. Null without one of this tab. */
export async function takeDrawing(): Promise<StoredDrawing | null> {
  const text = readTabText(key)
  const response = text === null ? undefined : await (await caches.open(key)).match('/calque')
  const file = response && new File([await response.blob()], key)
  saveTabText(key, null)
  await caches.delete(key)
  return text && file ? { ...z.parse(Kept, JSON.parse(text)), file } : null
}
