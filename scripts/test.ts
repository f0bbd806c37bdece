import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.ts'
import { findChromium } from './chromium.ts'
import { freePortPair } from './free-ports.ts'
import { type Site, startSite } from './site.ts'
import { root } from './version.ts'

interface Count {
  passed: number
  failed: number
}

const scratch = mkdtempSync(join(tmpdir(), 'encre-test-'))
const say = (sentence: string) => console.log(sentence)
let site: Site | undefined
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    stopping.abort()
    await site?.stop()
    process.exit(1)
  })
}

const counts: Count[] = []
try {
  const chromium = findChromium(say)
  counts.push(await checkTree())
  counts.push(await runVitest())
  counts.push(await runJourneys(chromium))
} catch (error) {
  console.error(error)
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

async function checkTree(): Promise<Count> {
  say('Types and lint ...')
  const results = await check()
  for (const { name, passed, output } of results) if (!passed) console.error(`FAIL  ${name}\n${output}`)
  return { passed: results.filter((result) => result.passed).length, failed: results.filter((result) => !result.passed).length }
}

async function runVitest(): Promise<Count> {
  say('Unit and worker tests ...')
  const report = join(scratch, 'vitest.json')
  const code = await run(['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`])
  const { numPassedTests, numFailedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'))
  const failed = numTotalTests - numPassedTests
  // A file that does not load has no failed test of its own.
  return { passed: numPassedTests, failed: code === 0 ? numFailedTests : Math.max(failed, 1) }
}

/** The journeys run against a site of their own: free ports, empty databases, the commands of `npm start`. */
async function runJourneys(chromium: string): Promise<Count> {
  say('Browser journeys ...')
  const port = await freePortPair()
  site = await startSite({
    port,
    dataFolder: join(scratch, 'site'),
    say,
    signal: stopping.signal,
    environment: {},
    embedded: { ACCESS_TOKEN_SECONDS: '320' },
  })
  const report = join(scratch, 'journeys.json')
  const code = await run(['node_modules/@playwright/test/cli.js', 'test'], {
    CHROMIUM: chromium,
    ENCRE_ORIGIN: site.origin,
    ENCRE_DATA: join(scratch, 'site'),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  await site.stop()
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, 'utf8')).stats
  const failed = unexpected + flaky + skipped
  return { passed: expected, failed: code === 0 ? failed : Math.max(failed, 1) }
}

function run(words: string[], environment: NodeJS.ProcessEnv = {}): Promise<number | null> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve) => child.on('exit', resolve))
}
