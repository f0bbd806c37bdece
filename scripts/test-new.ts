import { findChromium } from './lib/chromium.ts'
import { runNode } from './lib/journeys.ts'
import { readPlainWords, runCommand } from './lib/run-command.ts'

readPlainWords(`npm run test:new    writes a feature as npm run new does, starts its site, opens its page and releases a change`)

await runCommand(async () => {
  const environment = { CHROMIUM: findChromium((sentence) => console.log(sentence)) }
  const words = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'scripts/new/playwright.config.ts']
  process.exitCode = (await runNode(words, environment)) ?? 1
})
