import { spawnSync } from 'node:child_process'
import { root } from '@encre/build/workspace'
import { pnpmWords } from '../lib/processes.ts'
import { readPlainWords } from '../lib/run-command.ts'

readPlainWords(`npm run licences    the licence of every package that runs in workers and pages`)

const { status } = spawnSync('npx', pnpmWords('--recursive', 'licenses', 'list', '--prod'), {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
