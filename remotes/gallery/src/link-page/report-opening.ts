/**
 * Once, when the page becomes visible: a prerendered page and a tab in the background do not count
 * until then.
 */
export function reportOpening(page: Document, url: string): void {
  const listening = new AbortController()
  const report = () => {
    if (page.visibilityState !== 'visible' || isPrerendering(page)) return
    listening.abort()
    navigator.sendBeacon(url)
  }
  for (const type of ['visibilitychange', 'prerenderingchange'])
    page.addEventListener(type, report, { signal: listening.signal })
  report()
}

function isPrerendering(page: Document & { prerendering?: boolean }): boolean {
  return page.prerendering === true
}
