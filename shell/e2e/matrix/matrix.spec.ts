import { expect, test } from '../fixtures.ts'
import {
  allFaultCases,
  type FaultCase,
  remotes,
  runFaultCase,
  sampleFaultCases,
} from './run-fault-case.ts'

// `npm test` runs a sample of the fault cases, `npm test -- --long matrix` all of them.
const whole = process.env.ENCRE_MATRIX === 'whole'
const faultCases = whole ? allFaultCases : sampleFaultCases
const pagesAtOnce = 4

// Each page breaks on purpose and reports it in its console.
test.use({ allowedErrors: [/./], trace: 'off' })

for (const remote of remotes) {
  const ofRemote = faultCases.filter((faultCase) => faultCase.remote === remote)
  // The sample has no case of a new feature.
  if (ofRemote.length === 0) continue
  test(`${ofRemote.length} fault cases of the ${remote}: the member sees a page or the failure within 12 s, and the other pages work`, async ({
    site,
    browser,
  }) => {
    test.setTimeout(whole ? 1_200_000 : 240_000)
    await site.signUp()
    const member = await site.page.context().storageState()
    expect(await runAll((faultCase) => runFaultCase(browser, member, faultCase), ofRemote)).toEqual(
      [],
    )
  })
}

/** Runs the fault cases, several at a time. Returns what failed. */
async function runAll(
  run: (faultCase: FaultCase) => Promise<void>,
  all: FaultCase[],
): Promise<string[]> {
  const failures: string[] = []
  const waiting = [...all]
  const work = async () => {
    for (let faultCase = waiting.shift(); faultCase; faultCase = waiting.shift()) {
      const { part, fault, previous } = faultCase
      const name = `${part}, ${fault}, ${previous ? 'with' : 'without'} a previous version`
      await run(faultCase).catch((error: Error) => failures.push(`${name}: ${error.message}`))
    }
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, work))
  return failures
}
