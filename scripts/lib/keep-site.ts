import { ExpectedError } from './expected-error.ts'
import type { Site } from './site.ts'

/** Waits until the signal aborts, then stops the site. Throws why, if the site breaks before. */
export async function keepSite(site: Pick<Site, 'broken' | 'stop'>, signal: AbortSignal): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
  const reason = await Promise.race([site.broken, stopped])
  await site.stop()
  if (reason && !signal.aborted) throw new ExpectedError(reason)
}
