import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { freePortPair } from './ports.ts'
import { startSite } from './site.ts'

export interface Count {
  passed: number
  failed: number
}

/**
 * Runs Playwright's tests (all, or those that `words` select) on a new site with free ports and empty databases, started as by `npm start`.
 * A signal also stops the site.
 */
export async function runJourneys({
  chromium,
  words = [],
  environment = {},
  say,
}: {
  chromium: string
  words?: string[]
  environment?: NodeJS.ProcessEnv
  say: (sentence: string) => void
}): Promise<Count> {
  const scratch = mkdtempSync(join(tmpdir(), 'encre-journeys-'))
  const stopping = new AbortController()
  const data = join(scratch, 'site')
  const starting = startSite({
    port: await freePortPair(),
    dataFolder: data,
    say,
    signal: stopping.signal,
    environment: {},
    embedded: { ACCESS_TOKEN_SECONDS: '320' },
  })
  // A failed start has already ended its processes.
  const stop = () =>
    starting.then(
      (site) => site.stop(),
      () => {},
    )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      stopping.abort()
      await stop()
      process.exit(1)
    })
  }
  try {
    const { origin } = await starting
    const report = join(scratch, 'journeys.json')
    const code = await runNode(['node_modules/@playwright/test/cli.js', 'test', ...words], {
      CHROMIUM: chromium,
      ENCRE_ORIGIN: origin,
      ENCRE_DATA: data,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...environment,
    })
    const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, 'utf8')).stats
    const failed = unexpected + flaky + skipped
    return { passed: expected, failed: code === 0 ? failed : Math.max(failed, 1) }
  } finally {
    await stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

export function runNode(words: string[], environment: NodeJS.ProcessEnv = {}): Promise<number | null> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve) => child.on('exit', resolve))
}
