import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { findChromium } from './lib/chromium.ts'
import { freePortPair } from './lib/ports.ts'
import { startSite } from './lib/site.ts'

// Saves a screenshot of every screen in every state, at two widths, light and dark.
const folder = join(root, '.data', 'screens')
const scratch = mkdtempSync(join(tmpdir(), 'encre-screens-'))
const say = (sentence: string) => console.log(sentence)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

let code: number | null = 1
try {
  const chromium = findChromium(say)
  const port = await freePortPair()
  const site = await startSite({ port, dataFolder: join(scratch, 'site'), say, signal: stopping.signal, environment: {} })
  rmSync(folder, { recursive: true, force: true })
  const words = ['node_modules/@playwright/test/cli.js', 'test', 'shell/e2e/screens/', '--reporter=list']
  const environment = { CHROMIUM: chromium, ENCRE_ORIGIN: site.origin, ENCRE_SCREENS: folder }
  const browser = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  stopping.signal.addEventListener('abort', () => browser.kill())
  code = await new Promise<number | null>((resolve) => browser.on('exit', resolve))
  await site.stop()
  say(`The pictures are in ${folder}`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
process.exit(code ?? 1)
