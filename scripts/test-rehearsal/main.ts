import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExpectedError, readPlainWords, runCommand } from '../lib/run-command.ts'
import { Rehearsal } from './rehearsal.ts'
import { runbooks, type Scene } from './runbooks.ts'
import { signUpMembers } from './watch.ts'

readPlainWords(
  `npm run rehearse    carries out docs/runbooks.md, in turn, on a fake account whose workers run; prints what a member sees and how long a person waits`,
)

await runCommand(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'encre-rehearsal-'))
  const rehearsal = await Rehearsal.open(folder)
  try {
    const scene: Scene = { rehearsal, folder, members: null }
    for (const { name, carryOut } of runbooks) {
      const startedAt = Date.now()
      const savedBefore = rehearsal.savedMs
      const seen = await carryOut(scene)
      if (!scene.members) scene.members = await signUpMembers(rehearsal)
      const waited = Date.now() - startedAt + rehearsal.savedMs - savedBefore
      console.log(`ok ${name}, ${describeTime(waited)}: ${seen}`)
    }
    const { unknown } = rehearsal.account.fake
    if (unknown.length > 0) throw new ExpectedError(`The fake does not know ${unknown.join(', ')}`)
    console.log(`${runbooks.length} runbooks are rehearsed.`)
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
