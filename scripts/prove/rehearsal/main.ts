import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExpectedError, readPlainWords, runCommand } from '../../lib/run-command.ts'
import { Members } from './members.ts'
import { Rehearsal } from './rehearsal.ts'
import { createSite, requirePromtool, runbooks } from './runbooks.ts'

const words = readPlainWords(
  `npm run rehearse                 carries out docs/runbooks.md, in turn, on a fake account whose workers run; prints what a member sees and how
                                 long a person waits
npm run rehearse -- backup lost  only the runbooks whose names have one of the words`,
  runbooks.length,
)
const isWanted = (name: string) =>
  words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()))

await runCommand(async () => {
  requirePromtool()
  const folder = mkdtempSync(join(tmpdir(), 'encre-rehearsal-'))
  const rehearsal = await Rehearsal.open(folder)
  const measure = async (name: string, work: () => Promise<string>) => {
    const startedAt = Date.now()
    const savedBefore = rehearsal.savedMs
    const seen = await work()
    const waited = Date.now() - startedAt + rehearsal.savedMs - savedBefore
    console.log(`ok ${name}, ${describeTime(waited)}: ${seen}`)
  }
  try {
    await measure('From empty to a site', () => createSite(rehearsal))
    const members = await Members.signUp(rehearsal)
    const wanted = runbooks.filter(({ name }) => isWanted(name))
    for (const { name, carryOut } of wanted) {
      await measure(name, () => carryOut({ rehearsal, members, folder }))
    }
    const { unknown } = rehearsal.account.fake
    if (unknown.length > 0) throw new ExpectedError(`The fake does not know ${unknown.join(', ')}`)
    console.log(`${wanted.length + 1} runbooks are rehearsed.`)
  } finally {
    await rehearsal.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
process.exit()

function describeTime(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
