import { ExpectedError, parseWords, runCommand, say } from '../../lib/run-command.ts'
import { explainAccountError } from '../cloudflare/account.ts'
import { drill, environments, readSiteName } from '../deploy/environments.ts'
import { readSettings } from '../deploy/plan-deployment.ts'
import { provision } from './provision.ts'
import { openSite, removeSite } from './stores.ts'

const usage = `npm run provision -- --env ${environments.join('|')}|pr-12 [--plan]
npm run provision -- --env pr-12|drill --remove

Checks the account, then finds or creates the databases, buckets and rules of one environment. --plan prints what it would do.
With ENCRE_SETTINGS it also checks the domain and names the settings that a deploy would miss. pr-12 is the site of pull request 12: its
databases and buckets are made anew, and empty. --remove deletes it with its workers and data. npm run restore makes the drill's.`

await runCommand(
  async () => {
    const { values } = parseWords(usage, {
      options: {
        plan: { type: 'boolean', default: false },
        remove: { type: 'boolean', default: false },
        env: { type: 'string' },
      },
    })
    const environment = readSiteName(values.env, usage)
    if (values.remove ? values.plan : environment === drill)
      throw new ExpectedError(`Nothing has changed.\n\n${usage}`)
    const site = await openSite(environment, process.env, say)
    if (values.remove) return removeSite(site)
    await provision({
      ...site,
      settings: readSettings(process.env, environment),
      isPlan: values.plan,
    })
  },
  { explain: explainAccountError },
)
