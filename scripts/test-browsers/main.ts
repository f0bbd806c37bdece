import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { freePortPair } from '../lib/ports.ts'
import { startSite } from '../lib/site.ts'
import type { TestBrowser } from './browser.ts'
import { examineScreen } from './examine-screen.ts'
import { startFirefox } from './firefox.ts'
import { walkThrough } from './journey.ts'
import { startWebkit } from './webkit.ts'

// Runs the main journey in Firefox and WebKitGTK and examines the geometry of each screen. Chromium has the journeys of `npm test`.
// `npm run test:browsers firefox` runs one browser; ENCRE_ORIGIN names a running site.
const starters = { firefox: startFirefox, webkit: startWebkit }
const [chosen] = process.argv.slice(2)
const say = (sentence: string) => console.log(sentence)
const scratch = mkdtempSync(join(tmpdir(), 'encre-browsers-'))
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

let [passed, failed] = [0, 0]
try {
  const browsers = Object.entries(starters).filter(([name]) => !chosen || name === chosen)
  if (browsers.length === 0) throw new Error(`There is no browser "${chosen}": ${Object.keys(starters).join(', ')}`)
  const site = await findSite()
  try {
    for (const [name, start] of browsers) await testBrowser(await start(say), site.origin, join(root, '.data/browsers', name))
  } finally {
    await site.stop()
  }
} catch (error) {
  console.error(error)
  failed++
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

async function findSite(): Promise<{ origin: string; stop(): Promise<void> }> {
  const { ENCRE_ORIGIN: origin } = process.env
  if (origin) return { origin, stop: async () => {} }
  const dataFolder = join(scratch, 'site')
  return startSite({ port: await freePortPair(), dataFolder, say, signal: stopping.signal, environment: {} })
}

async function testBrowser(browser: TestBrowser, origin: string, folder: string): Promise<void> {
  say(`${browser.name} ...`)
  try {
    await walkThrough(browser, origin, async (screen) => {
      const defects = await examineScreen(browser, screen, folder)
      if (defects.length === 0) passed++
      else failed++
      say(defects.length === 0 ? `ok    ${screen}` : defects.map((defect) => `FAIL  ${defect}`).join('\n'))
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
