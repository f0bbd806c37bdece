import type { PageManifest } from '@encre/protocol/page-manifest'

/**
 * The share of the pages that measure. `/status` says it; `scripts/check/privacy.test.ts` compares it
 * with the privacy page.
 */
export const sampledShare = 0.2

/** Milliseconds after the page has loaded before it may measure: its own work comes first. */
export const measureDelayMs = 5000

/**
 * Lets a share of the pages measure their web vitals once they are idle. Browsers that a program
 * controls would change the figures.
 */
export function samplePage({ token }: PageManifest): void {
  if (!token || navigator.webdriver || Math.random() >= sampledShare) return
  const path = location.pathname
  const measure = () => {
    import(/* webpackChunkName: "vitals" */ './send-vitals.ts')
      .then(({ sendVitals }) => sendVitals({ token, path }))
      .catch(() => {})
  }
  const wait = () =>
    setTimeout(() => (window.requestIdleCallback ?? setTimeout)(measure), measureDelayMs)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}
