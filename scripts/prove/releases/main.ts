import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type NewSite, withNewSite } from '../../lib/new-site.ts'
import { createStopSignal, readPlainWords, runCommand } from '../../lib/run-command.ts'
import { copyTree } from '../../lib/testing/copy-tree.ts'
import { brokenReleases, honestReleases, type TriedRelease } from './mutations.ts'
import { tryRelease } from './try-release.ts'

const busyProcesses = 20
const usage = `npm test -- --long releases            releases a fault of each kind in two remotes, then what honest teams add while
                                       ${busyProcesses} processes keep the machine busy; prints a Markdown table of what was said
npm test -- --long releases [words]    only those that have one of the words in their name (docs/broken-releases.md), such as "timer"`
const all = [...brokenReleases, ...honestReleases]
const words = readPlainWords(usage, all.length)
const say = (sentence: string) => console.error(sentence)
const isChosen = ({ name, remote }: TriedRelease) =>
  words.length === 0 || words.some((word) => `${remote} ${name}`.includes(word))
const chosen = all.filter(isChosen)
if (chosen.length === 0) {
  console.error(`No release has ${words.join(' or ')} in its name\n\n${usage}`)
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

/** Prints a row per release. Returns how many did not end as expected. */
async function tryReleases({ registry, scratch }: NewSite): Promise<number> {
  const tree = join(scratch, 'tree')
  copyTree(tree)
  console.log('| the release | what the command said | seconds |')
  console.log('|---|---|---|')
  const tryAll = async (releases: TriedRelease[]) => {
    let failed = 0
    for (const tried of releases.filter(isChosen)) {
      if (signal.aborted) break
      const author = 'test of releases'
      const outcome = await tryRelease({ ...registry, author }, tree, tried)
      if (!outcome.isAsExpected) failed += 1
      const said = outcome.said.replaceAll(/\s*\n\s*/g, '; ').slice(0, 500)
      const mark = outcome.isAsExpected ? '' : 'FAILED '
      const cells = [`${mark}${tried.remote} ${tried.name}`, said, outcome.seconds.toFixed(0)]
      console.log(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    }
    return failed
  }
  return (await tryAll(brokenReleases)) + (await whileBusy(() => tryAll(honestReleases)))
}

/** Each process takes all that a core gives it. */
async function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  const children = Array.from({ length: busyProcesses }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  try {
    return await work()
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}
