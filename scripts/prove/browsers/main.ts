import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { withNewSite } from '../../lib/new-site.ts'
import {
  createStopSignal,
  ExpectedError,
  explainError,
  readPlainWords,
  say,
} from '../../lib/run-command.ts'
import type { TestBrowser } from './browser.ts'
import { examineScreen } from './examine-screen.ts'
import { startFirefox } from './firefox.ts'
import { walkThrough } from './journey.ts'
import { startWebkit } from './webkit.ts'

const starters = { firefox: startFirefox, webkit: startWebkit }
const usage = `npm test -- --long browsers [browser]    the main journey and each screen's geometry in Firefox and WebKitGTK, or one: ${Object.keys(starters).join(', ')}.
                                         Chromium has the journeys of npm test. ENCRE_ORIGIN names a running site.`
const [chosen] = readPlainWords(usage, 1)

let passed = 0
let failed = 0
try {
  const browsers = Object.entries(starters).filter(([name]) => !chosen || name === chosen)
  if (browsers.length === 0)
    throw new ExpectedError(
      `There is no browser "${chosen}". The browsers: ${Object.keys(starters).join(', ')}`,
    )
  const testAll = async ({ origin }: { origin: string }) => {
    for (const [name, start] of browsers) {
      await testBrowser(await start(say), origin, join(root, '.data/browsers', name))
    }
  }
  const { ENCRE_ORIGIN: origin } = process.env
  await (origin ? testAll({ origin }) : withNewSite(say, testAll, createStopSignal()))
} catch (error) {
  console.error(explainError(error))
  failed++
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

async function testBrowser(browser: TestBrowser, origin: string, folder: string): Promise<void> {
  say(`${browser.name} ...`)
  try {
    await walkThrough(browser, origin, async (screen) => {
      const defects = await examineScreen(browser, screen, folder)
      if (defects.length === 0) passed++
      else failed++
      say(
        defects.length === 0
          ? `ok    ${screen}`
          : defects.map((defect) => `FAIL  ${defect}`).join('\n'),
      )
    })
    passed++
    say('ok    the journey')
  } catch (error) {
    failed++
    console.error(`FAIL  the journey in ${browser.name}: ${error}`)
  } finally {
    await browser.close()
  }
}
