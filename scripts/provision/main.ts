import { explainAccountError, readAccount } from '../cloudflare/account.ts'
import { environments } from '../deploy/environments.ts'
import { readSettings } from '../deploy/plan-deployment.ts'
import { parseWords, readChoice, runCommand } from '../lib/run-command.ts'
import { writeDatabaseId } from './database-id.ts'
import { provision } from './provision.ts'

const usage = `npm run provision -- --env ${environments.join('|')} [--plan]

Finds or creates the databases, buckets and rules of one environment. --plan (or --dry-run) prints what it would do.`

await runCommand(
  async () => {
    const { values } = parseWords(usage, {
      options: { env: { type: 'string' }, plan: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
    })
    const environment = readChoice('--env', values.env, environments, usage)
    const { npm_config_plan, npm_config_dry_run } = process.env
    await provision({
      account: readAccount(process.env),
      environment,
      origin: readSettings(process.env).SITE_ORIGIN,
      isPlan: Boolean(values.plan ?? values['dry-run'] ?? npm_config_plan ?? npm_config_dry_run),
      say: (sentence) => console.log(sentence),
      writeDatabaseId,
    })
  },
  { explain: explainAccountError },
)
