import { AtelierSettings } from '@encre/gallery-worker/contract'
import { holdTabFile, listTabFiles, tabFilePrefix } from '@encre/protocol/tab-files'
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

/**
 * Keeps a drawing on the device while its visitor signs in: for this tab, until `takeDrawing`.
 * Where the browser refuses, it goes with the page.
 */
export async function storeDrawing(file: File, kept: Kept): Promise<void> {
  const name = `${tabFilePrefix}.${crypto.randomUUID()}`
  await holdTabFile(name)
  saveTabText(name, JSON.stringify(kept))
  const cache = await caches.open(name)
  await cache.put('/calque', new Response(file))
}

/** Takes the kept drawing and deletes it. Null without one of this tab. */
export async function takeDrawing(): Promise<StoredDrawing | null> {
  const name = (await listTabFiles()).find((each) => readTabText(each) !== null)
  if (name === undefined) return null
  const text = readTabText(name)
  const response = await (await caches.open(name)).match('/calque')
  const file = response && new File([await response.blob()], name)
  saveTabText(name, null)
  await caches.delete(name)
  return text && file ? { ...z.parse(Kept, JSON.parse(text)), file } : null
}
