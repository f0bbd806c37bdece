import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './lib/chromium.ts'
import { freePortPair } from './lib/ports.ts'
import { readSecrets } from './lib/settings.ts'
import { startSite } from './lib/site.ts'
import { copyTree } from './lib/testing/copy-tree.ts'
import { brokenReleases } from './release/broken/broken-releases.ts'
import { type TriedRelease, tryRelease } from './release/broken/try-release.ts'

// Tries every broken release on a new site and prints, as a Markdown table, what stops it and what a visitor sees. Words choose releases by
// their names. `npm test` tries a sample.
const words = process.argv.slice(2)
const say = (sentence: string) => console.error(sentence)
const chosen = brokenReleases.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
const scratch = mkdtempSync(join(tmpdir(), 'encre-releases-'))
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

const chromium = findChromium(say)
const tree = join(scratch, 'tree')
const dataFolder = join(scratch, 'site')
const site = await startSite({ port: await freePortPair(), dataFolder, say, signal: stopping.signal, environment: {} })
let failed = 0
try {
  copyTree(tree)
  const registry = { origin: site.origin, token: readSecrets(dataFolder).PLATFORM_TOKEN ?? '', author: 'test:releases' }
  console.log('| the release | what refuses it | what a visitor sees | as a canary without the check in a browser | seconds |')
  console.log('|---|---|---|---|---|')
  for (const broken of chosen) {
    if (stopping.signal.aborted) break
    const tried = await tryRelease(registry, tree, broken, chromium)
    const isStopped = tried.refusal !== null && broken.reason.test(tried.refusal) && tried.seen === 'the version before'
    const isAsExpected = isStopped && (tried.seenAsCanary === null || broken.asCanary?.test(tried.seenAsCanary))
    if (!isAsExpected) failed += 1
    console.log(describeRow(broken.name, broken.refusedBy, tried, isAsExpected === true))
  }
} finally {
  await site.stop()
  rmSync(scratch, { recursive: true, force: true })
}
say(`${chosen.length - failed} stopped, ${failed} failed`)
process.exit(failed === 0 && chosen.length > 0 ? 0 : 1)

function describeRow(name: string, refusedBy: string, tried: TriedRelease, isAsExpected: boolean): string {
  const reason = tried.refusal === null ? 'NOT REFUSED' : `${refusedBy}: ${tried.refusal.slice(0, 160)}`
  const cells = [`${isAsExpected ? '' : 'FAILED '}${name}`, reason, tried.seen, tried.seenAsCanary ?? '', tried.seconds.toFixed(1)]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
