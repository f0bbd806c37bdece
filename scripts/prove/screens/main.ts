import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { runJourneys } from '../../lib/journeys.ts'
import { withNewSite } from '../../lib/new-site.ts'
import { findChromium } from '../../lib/programs.ts'
import { createStopSignal, parseWords, runCommand, say } from '../../lib/run-command.ts'

const usage = `npm run screens                saves every screen in every state, at two widths, light and dark, in .data/screens
npm run screens -- --pictures  takes those of README.md and the home page again`
const folder = join(root, '.data', 'screens')
const signal = createStopSignal()

await runCommand(
  async () => {
    const { values } = parseWords(usage, { options: { pictures: { type: 'boolean' } } })
    const chromium = findChromium(say)
    if (values.pictures) return takePictures(chromium)
    process.exitCode = await withNewSite(
      say,
      ({ origin }) => takeScreenshots(chromium, origin),
      signal,
    )
    say(`The pictures are in ${folder}`)
  },
  { signal },
)
process.exit()

async function takePictures(chromium: string): Promise<void> {
  const { failures } = await runJourneys({ chromium, groups: [['--project', 'pictures']], say })
  say(
    failures.length === 0
      ? 'The pictures are in docs/pictures and shell/src/flash'
      : 'The pictures were not taken: see above',
  )
  process.exitCode = failures.length === 0 ? 0 : 1
}

function takeScreenshots(chromium: string, origin: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  const words = [
    'node_modules/@playwright/test/cli.js',
    'test',
    'shell/e2e/screens/',
    '--reporter=list',
  ]
  const browser = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, CHROMIUM: chromium, ENCRE_ORIGIN: origin, ENCRE_SCREENS: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  signal.addEventListener('abort', () => browser.kill())
  return new Promise((resolve) => browser.on('exit', (code) => resolve(code ?? 1)))
}
