import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { root } from '@encre/build/workspace'
import { ExpectedError } from '../lib/expected-error.ts'
import { readPlainWords, runCommand } from '../lib/run-command.ts'
import { findAffected } from './find-affected.ts'
import { findBase } from './find-base.ts'

const usage = `npm run affected [base]    prints which tests and deployments the commits since a base need, for .github/workflows/main.yml.
                           Without a base: since the commit that the workflow's run names, else everything.`
const [named] = readPlainWords(usage, 1)

await runCommand(async () => {
  const base = named ?? (await findBase(process.env))
  const changed = base ? listChanged(base) : null
  if (named && !changed) throw new ExpectedError(`The history has no commit ${named}. Name one that git log lists.`)
  const affected = JSON.stringify(findAffected(changed))
  console.log(affected)
  const { GITHUB_OUTPUT } = process.env
  if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `affected=${affected}\n`)
})

/** Null when the base is not in the history, as after a forced push. */
function listChanged(commit: string): string[] | null {
  try {
    const words = ['diff', '--name-only', '-z', `${commit}...HEAD`]
    return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\0')
      .filter(Boolean)
  } catch {
    return null
  }
}
