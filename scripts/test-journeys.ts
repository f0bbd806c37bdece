import { findChromium } from './lib/chromium.ts'
import { runJourneys } from './lib/journeys.ts'
import { readPlainWords } from './lib/run-command.ts'

readPlainWords(`npm run test:journeys    the slow journeys, which npm test leaves out (playwright.config.ts)`)
const say = (sentence: string) => console.log(sentence)
const { passed, failed } = await runJourneys({ chromium: findChromium(say), groups: [['--project', 'slow']], say })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
