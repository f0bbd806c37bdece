import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { listFeatures } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { runChecks } from '../check/check-tree.ts'
import { type Count, reportCounts, runJourneys, runNode } from '../lib/journeys.ts'
import { findChromium } from '../lib/programs.ts'
import { explainError, readPlainWords, runCommand, say } from '../lib/run-command.ts'
import { journeysOf, projectsOf } from './feature-tests.ts'
import { runLongTest } from './long-tests.ts'

const usage = `npm test                        every test
npm test <feature>              the check, and the tests and journeys of a feature: ${listFeatures().join(', ')}
npm test -- --long [name]       one of the tests that take too long for npm test; without a name, lists them`
/** What vitest's JSON report holds of one file. */
interface FileResult {
  name: string
  status: string
  assertionResults: { fullName: string; status: string }[]
}

/**
 * Playwright's arguments for the journeys of `npm test`, by the projects of playwright.config.ts.
 * Pages of different members share nothing but the site, so two run at a time. Each process empties
 * its folder of results.
 */
const journeyGroups = Object.entries({ pages: 2, releases: 1 }).map(([project, workers]) => [
  ...['--project', project],
  `--workers=${workers}`,
  ...['--output', `test-results/${project}`],
])

const [option, name, ...words] = process.argv.slice(2)
if (option === '--long') await runCommand(() => runLongTest(name, words))
else await runTests(readFeature())

function readFeature(): string | undefined {
  const [feature] = readPlainWords(usage, 1)
  if (!feature || listFeatures().includes(feature)) return feature
  console.error(
    `There is no feature "${feature}": run npm test alone or with one of ${listFeatures().join(', ')}`,
  )
  process.exit(1)
}

async function runTests(feature: string | undefined): Promise<never> {
  const counts: Count[] = []
  try {
    const groups = feature ? journeysOf(feature) : journeyGroups
    // First, because a missing Chromium must not be found after minutes of tests.
    const journeys = groups.length > 0 ? { chromium: findChromium(say), groups, say } : null
    say(`Types, lint, unit tests${journeys ? ', the build of the site and its journeys' : ''} ...`)
    // At once: one of them alone leaves the cores idle for much of its time. Each must end, because
    // the journeys stop their sites themselves.
    for (const run of await Promise.allSettled([
      countChecks(),
      runVitest(feature),
      ...(journeys ? [runJourneys(journeys)] : []),
    ])) {
      if (run.status === 'rejected') throw run.reason
      counts.push(run.value)
    }
  } catch (error) {
    console.error(explainError(error))
    counts.push({ passed: 0, failures: ['npm test ended early, see above'] })
  }
  reportCounts(counts)
  process.exit()
}

async function countChecks(): Promise<Count> {
  const results = await runChecks()
  for (const { name, passed, output } of results) {
    if (!passed) console.error(`FAIL  ${name}\n${output}`)
  }
  return {
    passed: results.filter((result) => result.passed).length,
    failures: results.filter((result) => !result.passed).map((result) => result.name),
  }
}

async function runVitest(feature: string | undefined): Promise<Count> {
  const scratch = mkdtempSync(join(tmpdir(), 'encre-test-'))
  const report = join(scratch, 'vitest.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  // Options, because the configuration file does not apply to all projects. Two workers, because the
  // journeys run beside them. `npm test -- --long units` runs the long ones.
  const options = ['--maxWorkers=2', '--exclude=**/*.long.test.ts']
  const code = await runNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    ...options,
    ...reporters,
    ...(feature ? projectsOf(feature) : []),
  ])
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(scratch, { recursive: true, force: true })
  const failures = testResults.flatMap(listFailures)
  if (code !== 0 && failures.length === 0) failures.push('vitest, see above')
  return { passed: numPassedTests, failures }
}

/** A file that fails to load has no test that failed. */
function listFailures({ name, status, assertionResults }: FileResult): string[] {
  const file = relative(root, name)
  const failed = assertionResults.filter((result) => result.status !== 'passed')
  if (failed.length === 0 && status === 'failed') return [file]
  return failed.map(({ fullName }) => `${file} > ${fullName}`)
}
