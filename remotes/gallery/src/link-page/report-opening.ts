/**
 * Reports an opening once, when somebody sees the page: not for a page that a browser prepares before it is wanted, nor for one in the
 * background.
 */
export function reportOpening(page: Document, url: string): void {
  const listening = new AbortController()
  const report = () => {
    if (page.visibilityState !== 'visible' || isPrerendering(page)) return
    listening.abort()
    navigator.sendBeacon(url)
  }
  for (const type of ['visibilitychange', 'prerenderingchange']) page.addEventListener(type, report, { signal: listening.signal })
  report()
}

function isPrerendering(page: Document & { prerendering?: boolean }): boolean {
  return page.prerendering === true
}
