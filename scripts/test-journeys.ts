import { findChromium } from './lib/chromium.ts'
import { runJourneys } from './lib/journeys.ts'
import { readPlainWords, runCommand } from './lib/run-command.ts'

readPlainWords(`npm run test:journeys    the slow journeys, which npm test leaves out (playwright.config.ts)`)
const say = (sentence: string) => console.log(sentence)

await runCommand(async () => {
  const { passed, failed } = await runJourneys({ chromium: findChromium(say), groups: [['--project', 'slow']], say })
  say(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
})
process.exit()
