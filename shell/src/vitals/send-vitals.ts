import type { VitalsReport } from '@encre/releases/insight'
import { onCLS, onINP, onLCP } from 'web-vitals'
import { sendBeacon } from '../report-error.ts'

export function sendVitals(page: { token: string; path: string }): void {
  const report: VitalsReport = { token: page.token, path: page.path.slice(0, 200) }
  onLCP(({ value }) => {
    report.lcp = Math.round(value)
  })
  onINP(({ value }) => {
    report.inp = Math.round(value)
  })
  onCLS(({ value }) => {
    report.cls = Number(value.toFixed(4))
  })
  // After the library's own listeners, which end the measurements.
  const send = () => {
    if (document.visibilityState !== 'hidden') return
    removeEventListener('visibilitychange', send)
    if (report.lcp !== undefined || report.inp !== undefined || report.cls !== undefined)
      sendBeacon('vitals', report)
  }
  addEventListener('visibilitychange', send)
}
