import { ExpectedError, parseWords, readChoice, runCommand } from '../../lib/run-command.ts'
import { environments } from '../deploy/environments.ts'
import { readSettings } from '../deploy/plan-deployment.ts'
import { findSignInFaults } from './check-sign-in.ts'
import { setUpTenant } from './set-up-tenant.ts'
import { readTenantSettings } from './tenant-settings.ts'

const usage = `npm run auth0 -- --env ${environments.join('|')}            says what differs between the tenant and scripts/operate/auth0/tenant.yaml, and
                                           tries the tenant's side of a sign-in. A terminal offers to apply the differences.
npm run auth0 -- --env ${environments.join('|')} --apply    applies them without asking

ENCRE_SETTINGS has the settings of a deployment. Set AUTH0_MANAGEMENT_TOKEN, or AUTH0_SETUP_CLIENT_ID and AUTH0_SETUP_CLIENT_SECRET.`

await runCommand(async () => {
  const { values } = parseWords(usage, {
    options: { env: { type: 'string' }, apply: { type: 'boolean', default: false } },
  })
  const environment = readChoice('--env', values.env, environments, usage)
  const settings = readTenantSettings(environment, readSettings(process.env, environment))
  await setUpTenant(settings, values.apply, process.env)
  if (!settings.clientId)
    return console.log(
      'Put the ids of the clients into ENCRE_SETTINGS (docs/auth0.md), then run this again.',
    )
  const faults = await findSignInFaults(settings)
  if (faults.length > 0)
    throw new ExpectedError(
      `${faults.join('\n')}\nThe site cannot sign its members in: docs/auth0.md`,
    )
  console.log(`${settings.tenantOrigin} answers a sign-in as the site needs it.`)
})
// The tool leaves a timer behind when it fails.
process.exit()
