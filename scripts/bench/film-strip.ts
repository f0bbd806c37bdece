import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { slowDown, slowest } from './cold-load/measure-load.ts'
import { type Bench, withBench } from './cold-load.ts'

const stepMs = 500
const frames = 24
const screens = [
  { path: '/generator', isMembers: true },
  { path: '/gallery', isMembers: true },
  { path: '/sign-in', isMembers: false },
]
const size = { width: 640, height: 450 }

/** Photographs cold loads on the slowest network every 500 ms. Writes one PNG per screen into `.data/bench/film`. */
export async function benchFilmStrip(say: (sentence: string) => void): Promise<[string, string][]> {
  const folder = join(root, '.data/bench/film')
  mkdirSync(folder, { recursive: true })
  return withBench(say, async (bench) => {
    const rows: [string, string][] = []
    for (const screen of screens) {
      const file = join(folder, `${screen.path.slice(1)}.png`)
      writeFileSync(file, await assemble(bench, await photograph(bench, screen)))
      rows.push([`film strip of ${screen.path}`, file])
    }
    return rows
  })
}

async function photograph({ browser, member, site }: Bench, { path, isMembers }: (typeof screens)[number]): Promise<string[]> {
  const context = await browser.newContext({ ...(isMembers && { storageState: member }), viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await slowDown(devtools, slowest)
  let newest = ''
  devtools.on('Page.screencastFrame', ({ data, sessionId }) => {
    newest = data
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 70, maxWidth: size.width, maxHeight: size.height })
  const shown: string[] = []
  const navigation = page.goto(site.origin + path, { timeout: 120_000 })
  const start = performance.now()
  newest = ''
  for (let frame = 1; frame <= frames; frame++) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, start + frame * stepMs - performance.now())))
    shown.push(newest)
  }
  await navigation
  await context.close()
  return shown
}

/** Puts the frames side by side, each with its time. */
async function assemble({ browser }: Bench, shown: string[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 6 * 330, height: 800 } })
  const figures = shown.map((data, index) => {
    const image = data ? `<img src="data:image/jpeg;base64,${data}" width="320">` : '<div style="width:320px;height:225px"></div>'
    return `<figure style="margin:2px;border:1px solid #888">${image}<figcaption>${((index + 1) * stepMs) / 1000} s</figcaption></figure>`
  })
  await page.setContent(
    `<body style="margin:0;display:grid;grid-template-columns:repeat(6,330px);font:14px sans-serif">${figures.join('')}`,
  )
  const strip = await page.screenshot({ fullPage: true })
  await page.close()
  return strip
}
