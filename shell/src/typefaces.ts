import { skeletonId } from '@encre/protocol/prerendered-page'
import { pause } from './load-file.ts'

/** Milliseconds. A slow network may take long to the page that replaces a skeleton. */
export const longestHoldMs = 1000

/**
 * The typefaces of a prerendered page apply when all have arrived: the browser lays out every line
 * again for each one. A skeleton that is shown in other faces gets them with the page that replaces
 * it (`federation/stylesheets.ts`), after a second at the latest.
 */
export async function applyTypefaces(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[as=font]')]
  // The page's `load` event waits for the links too: it stands in for one that came unnoticed.
  await Promise.race([Promise.all(links.map(waitForLink)), waitForLoad(window)])
  const isShown = performance.getEntriesByType('paint').length > 0
  if (isShown && document.getElementById(skeletonId)) await pause(longestHoldMs)
  document.querySelector('style[media]')?.removeAttribute('media')
}

async function waitForLink(link: HTMLLinkElement): Promise<void> {
  if (performance.getEntriesByName(link.href).length === 0) await waitForLoad(link)
}

/** A file that fails has arrived too: the next face takes its place. */
function waitForLoad(target: EventTarget): Promise<unknown> {
  return new Promise((resolve) => {
    target.addEventListener('load', resolve)
    target.addEventListener('error', resolve)
  })
}
