import { pause } from './load-file.ts'

/** Milliseconds. On a slow network React's page may come late. */
export const longestWaitMs = 3000

/**
 * Lets the typefaces apply where the worker held them back (`worker/pages/page-html.ts`): in a
 * member's skeleton, before its first layout or its first paint. A skeleton that is painted in the
 * fallback faces keeps them, at most three seconds, until React's page replaces it
 * (`federation/stylesheets.ts`): the browser lays out every line again for each typeface.
 */
export async function applyTypefaces(): Promise<void> {
  const held = document.querySelector('style[media="not all"]')
  if (!held) return
  // The first layout has asked the machine for the fallback faces.
  const isLaidOut = [...document.fonts].some(({ status }) => status !== 'unloaded')
  if (isLaidOut) {
    const latest = pause(longestWaitMs)
    const links = document.querySelectorAll<HTMLLinkElement>('link[as=font]')
    await Promise.race([latest, Promise.all([...links].map(waitForLink))])
    const isPainted = performance.getEntriesByType('paint').length > 0
    if (isPainted) await latest
  }
  held.removeAttribute('media')
}

/** A file that fails has arrived too: the next face takes its place. */
function waitForLink(link: HTMLLinkElement): unknown {
  const [arrival] = performance.getEntriesByName(link.href)
  return (
    arrival ??
    new Promise((resolve) => {
      link.onload = link.onerror = resolve
    })
  )
}
