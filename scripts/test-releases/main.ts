import { join } from 'node:path'
import { type NewSite, withNewSite } from '../lib/new-site.ts'
import { createStopSignal, readPlainWords, runCommand } from '../lib/run-command.ts'
import { copyTree } from '../lib/testing/copy-tree.ts'
import { brokenReleases, canaryReleases, honestReleases } from './broken-releases.ts'
import { type TriedRelease, tryRelease } from './try-release.ts'

const usage = `npm test -- --long releases            tries every broken release and ten honest ones on a new site, and prints as a Markdown table what
                                       stops them and what a visitor sees; npm test tries a sample
npm test -- --long releases [words]    only those that have one of the words in their name (docs/broken-releases.md), such as "honest"`
const all = [...brokenReleases, ...honestReleases, ...canaryReleases]
const words = readPlainWords(usage, all.length)
const say = (sentence: string) => console.error(sentence)
const chosen = all.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)
if (chosen.length === 0) {
  console.error(`No broken release has ${words.join(' or ')} in its name\n\n${usage}`)
  process.exit(1)
}
const signal = createStopSignal()

await runCommand(
  async () => {
    const failed = await withNewSite(say, tryReleases, signal)
    say(`${chosen.length - failed} as expected, ${failed} not`)
    process.exitCode = failed === 0 ? 0 : 1
  },
  { signal },
)
process.exit()

/** Prints a row per release. Returns how many were not stopped as expected. */
async function tryReleases({ registry, scratch }: NewSite): Promise<number> {
  const tree = join(scratch, 'tree')
  copyTree(tree)
  let failed = 0
  console.log('| the release | what refuses it | what a visitor sees | seconds |')
  console.log('|---|---|---|---|')
  for (const broken of chosen) {
    if (signal.aborted) break
    const tried = await tryRelease({ ...registry, author: 'broken releases' }, tree, broken).catch(
      (error: unknown) => ({
        refusal: String(error),
        seen: '',
        seconds: 0,
      }),
    )
    const isHonest = broken.refusedBy === 'nothing'
    const isRefused = tried.refusal !== null && broken.reason.test(tried.refusal)
    const isAsExpected = isHonest
      ? tried.seen.startsWith('the release')
      : isRefused && tried.seen === 'the version before'
    if (!isAsExpected) failed += 1
    console.log(describeRow(broken.name, broken.refusedBy, tried, isAsExpected))
  }
  return failed
}

function describeRow(
  name: string,
  refusedBy: string,
  tried: TriedRelease,
  isAsExpected: boolean,
): string {
  const reason =
    tried.refusal === null ? 'not refused' : `${refusedBy}: ${tried.refusal.slice(0, 320)}`
  const cells = [
    `${isAsExpected ? '' : 'FAILED '}${name}`,
    reason,
    tried.seen,
    tried.seconds.toFixed(1),
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
