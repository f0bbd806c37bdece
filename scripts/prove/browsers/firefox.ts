import { launch, type Page } from 'puppeteer-core'
import { installDebianPackages, installedFirefox } from '../../lib/programs.ts'
import { ExpectedError, type Say } from '../../lib/run-command.ts'
import type { TestBrowser } from './browser.ts'

/**
 * Starts Firefox over WebDriver BiDi, which it speaks without a driver. Installs Debian's if there
 * is none.
 */
export async function startFirefox(say: Say): Promise<TestBrowser> {
  // It would open a downloaded PDF in a tab over this one, which then draws no frame.
  const extraPrefsFirefox = { 'pdfjs.disabled': true }
  const browser = await launch({
    browser: 'firefox',
    executablePath: findFirefox(say),
    headless: true,
    extraPrefsFirefox,
  })
  const page = await browser.newPage()
  const find = async (xpath: string) => {
    for (const element of await page.$$(`::-p-xpath(${xpath})`)) {
      if (await element.isVisible()) return element
    }
    throw new Error(`Firefox shows no ${xpath} on ${page.url()}`)
  }
  return {
    name: (await browser.version()).replace('firefox/', 'Firefox '),
    open: async (url) => void (await page.goto(url)),
    async run<Argument, Result>(
      call: (argument: Argument) => Result | Promise<Result>,
      argument: Argument,
    ) {
      // As text, because Puppeteer's types for functions also stand for handles of elements.
      return (await page.evaluate(`(${call})(${JSON.stringify(argument)})`)) as Result
    },
    click: async (xpath) => (await find(xpath)).click(),
    type: async (xpath, text) => (await find(xpath)).type(text),
    drag: async (xpath, right, down) => {
      const element = await find(xpath)
      await element.scrollIntoView()
      const { x, y } = await element.clickablePoint()
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + right, y + down, { steps: 5 })
      await page.mouse.up()
    },
    resize: (width, height) => resize(page, width, height),
    screenshot: async (path) =>
      void (await page.screenshot({ path: path as `${string}.png`, fullPage: true })),
    close: () => browser.close(),
  }
}

function findFirefox(say: Say): string {
  if (!installedFirefox()) installDebianPackages(['firefox-esr'], say)
  const found = installedFirefox()
  if (!found)
    throw new ExpectedError(
      'This needs Firefox. Install one, or name it: FIREFOX=/path/to/firefox npm test -- --long browsers',
    )
  return found
}

/**
 * Firefox ESR 140 takes the size, and lacks the command for the screen's orientation that Puppeteer
 * sends with it.
 */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewport({ width, height }).catch((error) => {
    if (!String(error).includes('setScreenOrientationOverride')) throw error
  })
}
