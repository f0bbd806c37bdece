import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestBrowser } from './browser.ts'
import { findDefects } from './find-defects.ts'
import { type Screen, type ScreenName, screens } from './screens.ts'

const sizes = [
  { width: 375, height: 812 },
  { width: 1280, height: 900 },
]
const wideWidth = 1280

/**
 * Examines the page's geometry at each width and saves a screenshot in `folder`. Returns the
 * defects. The window ends up wide.
 */
export async function examineScreen(
  browser: TestBrowser,
  name: ScreenName,
  folder: string,
): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const { lines = [], wideLines = [], inView = [] }: Screen = screens[name]
  const found: string[] = []
  for (const { width, height } of sizes) {
    await browser.resize(width, height)
    await browser.run(settle, width)
    const isWide = width >= wideWidth
    const defects = await browser.run(findDefects, {
      lines: isWide ? [...lines, ...wideLines] : lines,
      isWide,
      inView,
    })
    found.push(...defects.map((defect) => `${name} at ${width}: ${defect}`))
    await browser.screenshot(join(folder, `${name}-${width}.png`))
  }
  return found
}

/**
 * Runs in the page. Waits for the window's new width, the fonts, the images in sight and the next
 * frame.
 */
async function settle(width: number): Promise<void> {
  const nextFrame = () => new Promise(requestAnimationFrame)
  while (innerWidth !== width) {
    await nextFrame()
  }
  scrollTo(0, 0)
  await document.fonts.ready
  const isPending = (image: HTMLImageElement) =>
    !image.complete && image.getBoundingClientRect().top < innerHeight
  while ([...document.images].some(isPending)) {
    await nextFrame()
  }
  await nextFrame()
  await nextFrame()
}
