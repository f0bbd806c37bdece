import { findChromium } from '../lib/chromium.ts'
import { runJourneys } from '../lib/journeys.ts'
import { readPlainWords, runCommand } from '../lib/run-command.ts'

readPlainWords(`npm run pictures    takes the pictures at the top of README.md again`)
const say = (sentence: string) => console.log(sentence)

await runCommand(async () => {
  const { failed } = await runJourneys({
    chromium: findChromium(say),
    groups: [['--config', 'scripts/pictures/playwright.config.ts']],
    say,
  })
  say(failed === 0 ? 'The pictures are in docs/pictures' : 'The pictures were not taken: see above')
  process.exitCode = failed === 0 ? 0 : 1
})
