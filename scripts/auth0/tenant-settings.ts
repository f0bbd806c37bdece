import { tenantOrigins } from '@encre/worker/member'
import * as z from 'zod'
import { type Environment, readEnvironment, requiredValue } from '../deploy/environments.ts'
import { ExpectedError } from '../lib/expected-error.ts'

/** The settings of a tenant that the workers of one site rely on. */
export interface TenantSettings {
  environment: Environment | 'local'
  siteOrigin: string
  /** Where members sign in: the custom domain, if there is one. */
  tenantOrigin: string
  /** Where the Management API is, which has no custom domain. */
  managementOrigin: string
  managementAudience: string
  clientId: string
  accountClientId: string
  audience: string
  connection: string
  session: 'forms' | 'redirect'
}

const names = [
  'SITE_ORIGIN',
  'AUTH0_DOMAIN',
  'AUTH0_CLIENT_ID',
  'AUTH0_AUDIENCE',
  'AUTH0_CONNECTION',
  'AUTH0_SESSION',
  'AUTH0_MGMT_AUDIENCE',
  'AUTH0_M2M_CLIENT_ID',
] as const

/** A client that does not exist yet has no id to give: `setup` creates it and prints it. */
const optional = ['AUTH0_CLIENT_ID', 'AUTH0_M2M_CLIENT_ID']

/** Reads the settings of a deployed site from `wrangler.jsonc` and the given ones, as a deployment does. */
export function readTenantSettings(environment: Environment | 'local', given: Record<string, string>): TenantSettings {
  const declared =
    environment === 'local' ? {} : { ...readEnvironment('account', environment).vars, ...readEnvironment('shell', environment).vars }
  const all: Record<string, string> = { ...declared, ...given }
  const missing = names.filter((name) => !optional.includes(name) && (!all[name] || all[name] === requiredValue))
  if (missing.length > 0) throw new ExpectedError(`ENCRE_SETTINGS lacks ${missing.join(', ')}: the same settings as for a deployment`)
  const value = (name: (typeof names)[number]) => (all[name] === requiredValue ? '' : (all[name] ?? ''))
  return {
    environment,
    siteOrigin: value('SITE_ORIGIN'),
    tenantOrigin: tenantOrigins(value('AUTH0_DOMAIN'))[0],
    managementOrigin: new URL(value('AUTH0_MGMT_AUDIENCE')).origin,
    managementAudience: value('AUTH0_MGMT_AUDIENCE'),
    clientId: value('AUTH0_CLIENT_ID'),
    accountClientId: value('AUTH0_M2M_CLIENT_ID'),
    audience: value('AUTH0_AUDIENCE'),
    connection: value('AUTH0_CONNECTION'),
    session: z.enum(['forms', 'redirect']).parse(value('AUTH0_SESSION')),
  }
}
