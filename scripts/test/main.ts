import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listFeatures } from '@encre/build/features'
import { checkTree } from '../check/check-tree.ts'
import { findChromium } from '../lib/chromium.ts'
import { type Count, runJourneys, runNode } from '../lib/journeys.ts'
import { explainError, readPlainWords } from '../lib/run-command.ts'
import { journeyGroups, journeysOf, projectsOf } from './feature-tests.ts'

const usage = `npm test              every test
npm test <feature>    the check, the tests of a feature and the journeys that cross it: ${listFeatures().join(', ')}`
const [feature] = readPlainWords(usage, 1)
if (feature && !listFeatures().includes(feature)) {
  console.error(`There is no feature "${feature}": run npm test alone or with one of ${listFeatures().join(', ')}`)
  process.exit(1)
}
const scratch = mkdtempSync(join(tmpdir(), 'encre-test-'))
const say = (sentence: string) => console.log(sentence)

const counts: Count[] = []
try {
  // First, because a missing Chromium must not be found after minutes of tests.
  const chromium = findChromium(say)
  counts.push(await countChecks())
  counts.push(await runVitest())
  say('Browser journeys ...')
  counts.push(await runJourneys({ chromium, groups: feature ? [await journeysOf(feature)] : journeyGroups, say }))
} catch (error) {
  console.error(explainError(error))
  counts.push({ passed: 0, failed: 1 })
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
const total = counts.reduce((sum, count) => ({ passed: sum.passed + count.passed, failed: sum.failed + count.failed }), {
  passed: 0,
  failed: 0,
})
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

async function countChecks(): Promise<Count> {
  say('Types and lint ...')
  const results = await checkTree()
  for (const { name, passed, output } of results) if (!passed) console.error(`FAIL  ${name}\n${output}`)
  return { passed: results.filter((result) => result.passed).length, failed: results.filter((result) => !result.passed).length }
}

async function runVitest(): Promise<Count> {
  say('Unit and worker tests ...')
  const report = join(scratch, 'vitest.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  // Most tests wait most of the time. An option, because the configuration file does not apply to all projects.
  const workers = '--maxWorkers=3'
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', workers, ...reporters, ...(feature ? projectsOf(feature) : [])])
  const { numPassedTests, numFailedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'))
  const failed = numTotalTests - numPassedTests
  // A file that fails to load counts no failed test.
  return { passed: numPassedTests, failed: code === 0 ? numFailedTests : Math.max(failed, 1) }
}
