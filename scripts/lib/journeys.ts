import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { buildSite } from './build.ts'
import { migrateDatabases } from './local-databases.ts'
import { freePortPair } from './new-site.ts'
import { createStopSignal, type Say } from './run-command.ts'
import { type Site, startSite } from './site.ts'

export interface Count {
  passed: number
  /** The tests that did not pass: failed, flaky or skipped. */
  failures: string[]
}

/** What Playwright's JSON report holds of one file or `describe`. */
interface Suite {
  file: string
  specs: { title: string; tests: { status: string }[] }[]
  suites?: Suite[]
}

interface Journeys {
  chromium: string
  /** Playwright's words for each group. Each group has a site of its own. */
  groups: string[][]
  environment?: NodeJS.ProcessEnv
  say: Say
}

/**
 * The sites start as by `npm start` from copies of one set of empty databases. A signal also stops
 * the sites.
 */
export async function runJourneys({
  chromium,
  groups,
  environment = {},
  say,
}: Journeys): Promise<Count> {
  const scratch = mkdtempSync(join(tmpdir(), 'encre-journeys-'))
  const signal = createStopSignal()
  const sites: Site[] = []
  const stop = () => Promise.all(sites.map((site) => site?.stop()))
  signal.addEventListener('abort', () => stop().finally(() => process.exit(1)))
  try {
    const empty = join(scratch, 'empty')
    await Promise.all([buildSite(), migrateDatabases(empty, say)])
    const starts = [...groups.keys()].map(async (index) => {
      const dataFolder = join(scratch, `site-${index}`)
      cpSync(empty, dataFolder, { recursive: true })
      const site = await startSite({
        port: await freePortPair(),
        dataFolder,
        say,
        signal,
        environment: {},
      })
      sites[index] = site
    })
    const failed = (await Promise.allSettled(starts)).find((start) => start.status === 'rejected')
    if (failed) throw failed.reason
    const counts = await Promise.all(
      groups.map((words, index) =>
        runPlaywright(words, {
          CHROMIUM: chromium,
          ENCRE_ORIGIN: sites[index]?.origin,
          ENCRE_DATA: join(scratch, `site-${index}`),
          PLAYWRIGHT_JSON_OUTPUT_FILE: join(scratch, `journeys-${index}.json`),
          ...environment,
        }),
      ),
    )
    return {
      passed: counts.reduce((sum, { passed }) => sum + passed, 0),
      failures: counts.flatMap(({ failures }) => failures),
    }
  } finally {
    await stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function runPlaywright(
  words: string[],
  environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: string } & NodeJS.ProcessEnv,
): Promise<Count> {
  const code = await runNode(
    ['node_modules/@playwright/test/cli.js', 'test', ...words],
    environment,
  )
  const report = JSON.parse(readFileSync(environment.PLAYWRIGHT_JSON_OUTPUT_FILE, 'utf8'))
  const failures = report.suites.flatMap(listFailures)
  if (code !== 0 && failures.length === 0) failures.push(`playwright test ${words.join(' ')}`)
  return { passed: report.stats.expected, failures }
}

function listFailures({ file, specs, suites = [] }: Suite): string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
  return [...failed.map(({ title }) => `${file} > ${title}`), ...suites.flatMap(listFailures)]
}

/** Prints the names of what failed, then the counts, and sets the exit code. */
export function reportCounts(counts: Count[]): void {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failures = counts.flatMap((count) => count.failures)
  for (const failure of failures) console.log(`FAIL  ${failure}`)
  console.log(`${passed} passed, ${failures.length} failed`)
  process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1
}

export function runNode(
  words: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number | null> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve) => child.on('exit', resolve))
}
