import { findChromium } from './lib/chromium.ts'
import { runJourneys } from './lib/journeys.ts'
import { readPlainWords } from './lib/run-command.ts'

readPlainWords(`npm run test:matrix    every fault case of the matrix of broken remotes; npm test runs a sample`)
const say = (sentence: string) => console.log(sentence)
const { passed, failed } = await runJourneys({
  chromium: findChromium(say),
  groups: [['shell/e2e/matrix']],
  environment: { ENCRE_MATRIX: 'whole' },
  say,
})
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
