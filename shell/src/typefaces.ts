import { skeletonId } from '@encre/protocol/prerendered-page'
import { pause } from './load-file.ts'

/** Milliseconds. A slow network may take long to the typefaces, or to the page after a skeleton. */
export const longestWaitMs = 3000

/**
 * A prerendered page gets its typefaces at once, before its first layout. One that is laid out in
 * the fallback faces gets them when all have arrived: the browser lays out every line again for each
 * one. A skeleton that is shown in them gets the typefaces with the page that replaces it
 * (`federation/stylesheets.ts`). Three seconds are the latest.
 */
export async function applyTypefaces(): Promise<void> {
  const isLaidOut = [...document.fonts].some(({ status }) => status !== 'unloaded')
  if (isLaidOut) {
    const latest = pause(longestWaitMs)
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[as=font]')]
    await Promise.race([latest, Promise.all(links.map(waitForLink))])
    const isShown = performance.getEntriesByType('paint').length > 0
    if (isShown && document.getElementById(skeletonId)) await latest
  }
  document.querySelector('style[media]')?.removeAttribute('media')
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
