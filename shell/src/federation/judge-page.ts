import { listUsed, natives } from '../report-error.ts'

// Whether the page around a remote is broken, or stands still. `health-reports.ts` asks before it
// reports a version as well.

/**
 * A defect of the page around the remote, or null. The same defects count for the current version.
 */
export function findDefect(): string | null {
  const header = document.querySelector('header:not(main *)')
  const footer = document.querySelector('footer:not(main *)')
  const heading = document.querySelector('main h1')
  if (!header || !footer || !heading) return 'the page lost its header, its footer or its heading'
  if (!header.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    return 'the header is invisible'
  if (listUsed().some((each, index) => each !== natives.used[index]))
    return 'a function of the browser was replaced'
  if (!document.title.includes('Encre') || !/^(fr|en)$/.test(document.documentElement.lang))
    return 'the title or the language was overwritten'
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth + 1)
    return `the page is ${scrollWidth} pixels wide on a screen of ${clientWidth}`
  return isCovered(header) || isCovered(footer)
    ? 'something lies over the header or the footer'
    : null
}

/** Whether a click on a link of this part would reach something else. A dialog may cover it. */
function isCovered(part: Element): boolean {
  if (document.querySelector('dialog[open], :popover-open')) return false
  const links = [...part.querySelectorAll('a')].filter((link) => link.checkVisibility())
  return links.some((link) => {
    const { x, y, width, height } = link.getBoundingClientRect()
    const found = document.elementFromPoint(x + width / 2, y + height / 2)
    // Null: outside of the screen.
    return found !== null && !part.contains(found)
  })
}

const frameMs = 1000
/** A page that stands still for longer than this does not respond to its visitor. */
const frozenMs = 6000

/** Calls `report` if the page stands still while it is watched and visible. */
export function watchFrames(
  isWatched: () => boolean,
  report: (defect: string) => void,
  before = performance.now(),
): void {
  const wasVisible = document.visibilityState === 'visible'
  natives.setTimeout(() => {
    const now = performance.now()
    const isFrozen = now - before > frozenMs && wasVisible && document.visibilityState === 'visible'
    if (isWatched() && isFrozen)
      report(`the page stood still for ${Math.round((now - before) / 1000)} s`)
    else if (isWatched()) watchFrames(isWatched, report, now)
  }, frameMs)
}
