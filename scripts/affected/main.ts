import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { root } from '@encre/build/workspace'
import { findAffected } from './find-affected.ts'
import { findBase } from './find-base.ts'

// `npm run affected [base]` prints the tests and deployments that the commits since a base need, for the jobs of .github/workflows/main.yml. The
// base is a commit, by default the one that `findBase` reads from the workflow's run.
const base = process.argv[2] ?? (await findBase(process.env))
const affected = JSON.stringify(findAffected(base ? listChanged(base) : null))
console.log(affected)
const { GITHUB_OUTPUT } = process.env
if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `affected=${affected}\n`)

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
