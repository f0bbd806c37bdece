import { parseWords, readChoice, runCommand } from '../../lib/run-command.ts'
import { explainAccountError, readAccount } from '../cloudflare/account.ts'
import { environments } from '../deploy/environments.ts'
import { readSettings, refuseConsumed } from '../deploy/plan-deployment.ts'
import { provision } from './provision.ts'

const usage = `npm run provision -- --env ${environments.join('|')} [--plan]

Checks the account, then finds or creates the databases, buckets and rules of one environment. --plan prints what it would do.
With ENCRE_SETTINGS it also checks the
domain and names the settings that a deploy would miss.`

await runCommand(
  async () => {
    refuseConsumed(['env', 'plan', 'dry-run'], process.env, usage)
    const { values } = parseWords(usage, {
      options: {
        plan: { type: 'boolean', default: false },
        env: { type: 'string' },
      },
    })
    const environment = readChoice('--env', values.env, environments, usage)
    await provision({
      account: readAccount(process.env),
      environment,
      settings: readSettings(process.env),
      isPlan: values.plan,
      say: (sentence) => console.log(sentence),
    })
  },
  { explain: explainAccountError },
)
