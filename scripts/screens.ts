import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { findChromium } from './lib/chromium.ts'
import { withNewSite } from './lib/new-site.ts'
import { readPlainWords, runCommand } from './lib/run-command.ts'
import { createStopSignal } from './lib/stop-signal.ts'

readPlainWords(`npm run screens    saves every screen in every state, at two widths, light and dark, in .data/screens`)
const folder = join(root, '.data', 'screens')
const say = (sentence: string) => console.log(sentence)
const signal = createStopSignal()

await runCommand(
  async () => {
    const chromium = findChromium(say)
    process.exitCode = await withNewSite(say, ({ origin }) => takeScreenshots(chromium, origin), signal)
    say(`The pictures are in ${folder}`)
  },
  { signal },
)
process.exit()

/** Resolves to the exit code of the journeys. */
function takeScreenshots(chromium: string, origin: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  const words = ['node_modules/@playwright/test/cli.js', 'test', 'shell/e2e/screens/', '--reporter=list']
  const browser = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, CHROMIUM: chromium, ENCRE_ORIGIN: origin, ENCRE_SCREENS: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  signal.addEventListener('abort', () => browser.kill())
  return new Promise((resolve) => browser.on('exit', (code) => resolve(code ?? 1)))
}
