import { ExpectedError } from '../lib/expected-error.ts'
import { parseWords, readChoice } from '../lib/run-command.ts'
import { type Environment, environments, listDeployedWorkers } from './environments.ts'

export interface DeployWords {
  workers: string[]
  environment: Environment
  /** Print what would happen, and change nothing. */
  isPlan: boolean
  isRollback: boolean
}

export const usage = `npm run deploy <worker>             ${listDeployedWorkers().join(', ')}
npm run deploy -- --all             all of them, in the order of their bindings
npm run deploy -- --rollback <worker>   gives everyone the version before the live one; needs ENCRE_ORIGIN, and no settings
  --plan, --dry-run                 prints what would happen and changes nothing
  --env staging                     another environment than production

Checks, migrates, then deploys a worker. ENCRE_SETTINGS holds its settings as JSON: docs/operations.md.`

const planWords = ['--plan', '--dry-run', '--dry_run', '-n']
const planSettings = ['npm_config_plan', 'npm_config_dry_run', 'npm_config_dryrun']

/**
 * Reads the words of `npm run deploy`. npm consumes the options before `--`. A plan is recognised there too, so that a request for a plan never
 * deploys; another consumed option is refused.
 */
export function readWords(words: string[], environment: NodeJS.ProcessEnv): DeployWords {
  const isPlan = words.some((word) => planWords.includes(word.split('=')[0] ?? '')) || planSettings.some((name) => environment[name])
  const lost = ['env', 'all', 'rollback'].filter((name) => environment[`npm_config_${name}`])
  if (lost.length > 0) throw new ExpectedError(`npm consumed --${lost[0]}. Write -- before the options:\n\n${usage}`)
  const { values, positionals } = parseWords(usage, {
    args: words.filter((word) => !planWords.includes(word.split('=')[0] ?? '')),
    allowPositionals: true,
    options: {
      env: { type: 'string', default: 'production' },
      all: { type: 'boolean', default: false },
      rollback: { type: 'boolean', default: false },
    },
  })
  const chosen = readChoice('--env', values.env, environments, usage)
  if (values.all === positionals.length > 0 && !(isPlan && positionals.length === 0)) throw new ExpectedError(usage)
  if (positionals.length > 1 || (values.rollback && positionals.length !== 1)) throw new ExpectedError(usage)
  return {
    workers: positionals.length > 0 ? positionals : listDeployedWorkers(),
    environment: chosen,
    isPlan,
    isRollback: values.rollback,
  }
}
