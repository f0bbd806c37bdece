import { findChromium } from './lib/chromium.ts'
import { runJourneys } from './lib/journeys.ts'
import { readPlainWords, runCommand } from './lib/run-command.ts'

readPlainWords(`npm run test:matrix    every fault case of the matrix of broken remotes; npm test runs a sample`)
const say = (sentence: string) => console.log(sentence)

await runCommand(async () => {
  const { passed, failed } = await runJourneys({
    chromium: findChromium(say),
    groups: [['shell/e2e/matrix']],
    environment: { ENCRE_MATRIX: 'whole' },
    say,
  })
  say(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
})
process.exit()
