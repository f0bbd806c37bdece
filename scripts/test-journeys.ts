import { findChromium } from './lib/chromium.ts'
import { runJourneys } from './lib/journeys.ts'
import { journeyGroups } from './test/feature-tests.ts'

// `npm run test:journeys` runs every journey in Chromium; `npm test` leaves out the slow ones.
const say = (sentence: string) => console.log(sentence)
const chromium = findChromium(say)
const fast = await runJourneys({ chromium, groups: journeyGroups, say })
const slow = await runJourneys({ chromium, groups: [['--project', 'slow']], say })
const failed = fast.failed + slow.failed
console.log(`${fast.passed + slow.passed} passed, ${failed} failed`)
process.exit(failed === 0 && slow.passed > 0 ? 0 : 1)
