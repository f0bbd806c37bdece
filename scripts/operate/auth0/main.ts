import { join } from 'node:path'
import { deploy } from 'auth0-deploy-cli'
import { ExpectedError, parseWords, readChoice, runCommand } from '../../lib/run-command.ts'
import { environments } from '../deploy/environments.ts'
import { readSettings } from '../deploy/plan-deployment.ts'
import { findSignInFaults } from './check-sign-in.ts'
import { listKeywords, readTenantSettings } from './tenant-settings.ts'

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
  await deploy({
    input_file: join(import.meta.dirname, 'tenant.yaml'),
    dry_run: 'preview',
    apply: values.apply,
    interactive: !values.apply,
    // The tool would also read its settings, some of which have the names of the site's, from the
    // environment.
    env: false,
    config: {
      AUTH0_DOMAIN: settings.managementHost,
      ...readCredentials(process.env),
      // Clients of others in the same tenant stay.
      AUTH0_ALLOW_DELETE: false,
      AUTH0_INCLUDED_ONLY: [
        'resourceServers',
        'clients',
        'clientGrants',
        'databases',
        'attackProtection',
      ],
      AUTH0_KEYWORD_REPLACE_MAPPINGS: listKeywords(settings),
    },
  })
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

function readCredentials({
  AUTH0_MANAGEMENT_TOKEN,
  AUTH0_SETUP_CLIENT_ID,
  AUTH0_SETUP_CLIENT_SECRET,
}: NodeJS.ProcessEnv) {
  if (AUTH0_MANAGEMENT_TOKEN) return { AUTH0_ACCESS_TOKEN: AUTH0_MANAGEMENT_TOKEN }
  if (AUTH0_SETUP_CLIENT_ID && AUTH0_SETUP_CLIENT_SECRET) {
    return {
      AUTH0_CLIENT_ID: AUTH0_SETUP_CLIENT_ID,
      AUTH0_CLIENT_SECRET: AUTH0_SETUP_CLIENT_SECRET,
    }
  }
  throw new ExpectedError(
    'Set AUTH0_MANAGEMENT_TOKEN, or AUTH0_SETUP_CLIENT_ID and AUTH0_SETUP_CLIENT_SECRET: docs/auth0.md says where they come from',
  )
}
