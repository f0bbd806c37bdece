import { spawnSync } from 'node:child_process'
import { root } from '@encre/build/workspace'
import { pnpmWords } from '../lib/processes.ts'
import { readPlainWords } from '../lib/run-command.ts'

readPlainWords(
  `npm run audit    known vulnerabilities of all packages; fails from "moderate" on, and when the registry gives no answer`,
)

const words = pnpmWords('audit', '--audit-level', 'moderate')
const { status, stdout, stderr } = spawnSync('npx', words, {
  cwd: root,
  encoding: 'utf8',
  timeout: 120_000,
})
const output = `${stdout}${stderr}`
// A mirror of the registry may have no advisories.
const isUnanswered = /ERR_PNPM_AUDIT|ENOTFOUND|ECONNREFUSED|ETIMEDOUT/.test(output)
console.log(
  isUnanswered
    ? 'Nothing was checked: this registry answers no questions about vulnerabilities. Run it with another registry.'
    : output,
)
process.exitCode = isUnanswered ? 1 : (status ?? 1)
