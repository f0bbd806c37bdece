import { parseWords, readChoice, runCommand } from '../../lib/run-command.ts'
import { explainAccountError, readAccount } from '../cloudflare/account.ts'
import { environments } from '../deploy/environments.ts'
import { readSettings, refuseConsumed } from '../deploy/plan-deployment.ts'
import { provision } from './provision.ts'

const usage = `npm run provision -- --env ${environments.join('|')} [--plan] [--paid-plan ID]

Checks the account, then finds or creates the databases, buckets and rules of one environment. --plan prints what it would do.
--paid-plan gives the id of the account's Workers Paid plan, if the command does not recognise it. With ENCRE_SETTINGS it also checks the
domain and names the settings that a deploy would miss.`

await runCommand(
  async () => {
    refuseConsumed(['env', 'plan', 'paid-plan', 'dry-run'], process.env, usage)
    const { values } = parseWords(usage, {
      options: {
        plan: { type: 'boolean', default: false },
        'paid-plan': { type: 'string' },
        env: { type: 'string' },
      },
    })
    const environment = readChoice('--env', values.env, environments, usage)
    await provision({
      account: readAccount(process.env),
      environment,
      settings: readSettings(process.env),
      isPlan: values.plan,
      paidPlan: values['paid-plan'],
      say: (sentence) => console.log(sentence),
    })
  },
  { explain: explainAccountError },
)
