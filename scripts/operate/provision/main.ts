import { ExpectedError, parseWords, runCommand } from '../../lib/run-command.ts'
import { explainAccountError, readAccount } from '../cloudflare/account.ts'
import { environments, readEnvironmentName } from '../deploy/environments.ts'
import { readSettings, refuseConsumed } from '../deploy/plan-deployment.ts'
import { openStorage } from '../storage/site-storage.ts'
import { provision } from './provision.ts'
import { removeSite } from './remove-site.ts'

const usage = `npm run provision -- --env ${environments.join('|')}|pr-12 [--plan]
npm run provision -- --env pr-12 --remove

Checks the account, then finds or creates the databases, buckets and rules of one environment. --plan prints what it would do.
With ENCRE_SETTINGS it also checks the
domain and names the settings that a deploy would miss. pr-12 is the site of pull request 12, which --remove deletes with its workers and data.`

await runCommand(
  async () => {
    refuseConsumed(['env', 'plan', 'remove', 'dry-run'], process.env, usage)
    const { values } = parseWords(usage, {
      options: {
        plan: { type: 'boolean', default: false },
        remove: { type: 'boolean', default: false },
        env: { type: 'string' },
      },
    })
    const environment = readEnvironmentName(values.env, usage)
    const account = readAccount(process.env)
    const say = (sentence: string) => console.log(sentence)
    if (values.remove && values.plan)
      throw new ExpectedError(`--remove has no --plan. Nothing has changed.\n\n${usage}`)
    if (values.remove)
      return removeSite(account, environment, await openStorage(environment, process.env), say)
    await provision({
      account,
      environment,
      settings: readSettings(process.env, environment),
      isPlan: values.plan,
      say,
    })
  },
  { explain: explainAccountError },
)
