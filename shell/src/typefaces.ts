import { skeletonId } from '@encre/protocol/prerendered-page'
import { pause } from './load-file.ts'

/** Milliseconds. A slow network may take long to the typefaces, or to the page after a skeleton. */
export const longestWaitMs = 3000

/**
 * A prerendered page that is not painted yet gets its typefaces at once. One that is shown in other
 * faces gets them when all have arrived: the browser lays out every line again for each one. A
 * skeleton gets them with the page that replaces it (`federation/stylesheets.ts`). Three seconds
 * are the latest.
 */
export async function applyTypefaces(): Promise<void> {
  if (performance.getEntriesByType('paint').length > 0) {
    const latest = pause(longestWaitMs)
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[as=font]')]
    await Promise.race([latest, Promise.all(links.map(waitForLink))])
    if (document.getElementById(skeletonId)) await latest
  }
  document.querySelector('style[media]')?.removeAttribute('media')
}

/** Resolves also when the file fails: the next face takes its place. */
async function waitForLink(link: HTMLLinkElement): Promise<void> {
  if (performance.getEntriesByName(link.href).length > 0) return
  await new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
  })
}
