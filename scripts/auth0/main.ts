import { environments } from '../deploy/environments.ts'
import { readSettings } from '../deploy/plan-deployment.ts'
import { ExpectedError, parseWords, readChoice, runCommand } from '../lib/run-command.ts'
import { checkPublicSettings, checkTenant, setUpTenant } from './check-tenant.ts'
import { listTenantParts } from './required-settings.ts'
import { createManagementClient, readTenantSettings } from './tenant-settings.ts'

const usage = `npm run auth0 check -- --env ${environments.join('|')}      says what differs between the tenant and what the site needs
npm run auth0 setup -- --env ${environments.join('|')} [--apply]  says what it would change, or with --apply changes it

ENCRE_SETTINGS has the settings of a deployment. Set AUTH0_MANAGEMENT_TOKEN, or AUTH0_SETUP_CLIENT_ID and AUTH0_SETUP_CLIENT_SECRET.`

const say = (sentence: string) => console.log(sentence)

await runCommand(async () => {
  const { values, positionals } = parseWords(usage, {
    options: { env: { type: 'string' }, apply: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [command, ...surplus] = positionals
  if ((command !== 'check' && command !== 'setup') || surplus.length > 0) throw new ExpectedError(usage)
  const environment = readChoice('--env', values.env, environments, usage)
  const settings = readTenantSettings(environment, readSettings(process.env))
  const parts = listTenantParts(await createManagementClient(settings, process.env), settings)
  if (command === 'setup') {
    const changes = await setUpTenant(parts, !values.apply, say)
    say(values.apply ? `${changes} changes` : `Nothing has changed: ${changes} changes with --apply`)
  } else {
    const differences = [...(await checkPublicSettings(settings)), ...(await checkTenant(parts))]
    for (const difference of differences) say(difference)
    if (differences.length > 0)
      throw new ExpectedError(`The tenant differs in ${differences.length} settings: npm run auth0 setup, docs/auth0.md`)
    say(`The tenant ${settings.tenantOrigin} is as the site needs it.`)
  }
})
