import { join } from 'node:path'
import { deploy } from 'auth0-deploy-cli'
import { ExpectedError } from '../../lib/run-command.ts'
import { listKeywords, type TenantSettings } from './tenant-settings.ts'

/** Prints what differs between the tenant and `tenant.yaml`. Applies it, or offers to in a terminal. */
export async function setUpTenant(
  settings: TenantSettings,
  applies: boolean,
  variables: NodeJS.ProcessEnv,
): Promise<void> {
  await deploy({
    input_file: join(import.meta.dirname, 'tenant.yaml'),
    dry_run: 'preview',
    apply: applies,
    interactive: !applies,
    // The tool would also read its settings, some of which have the names of the site's, from the
    // environment.
    env: false,
    config: {
      AUTH0_DOMAIN: settings.managementHost,
      ...readCredentials(variables),
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
}

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
