import { tenantOrigins } from '@encre/worker/member'
import * as z from 'zod'
import { ExpectedError } from '../../lib/run-command.ts'
import { developmentPortDistance, readPort } from '../../lib/settings.ts'
import { type Environment, readEnvironment, requiredValue } from '../deploy/environments.ts'

export type TenantSettings = ReturnType<typeof readTenantSettings>

const names = [
  'SITE_ORIGIN',
  'AUTH0_DOMAIN',
  'AUTH0_CLIENT_ID',
  'AUTH0_AUDIENCE',
  'AUTH0_CONNECTION',
  'AUTH0_SESSION',
  'AUTH0_MGMT_AUDIENCE',
] as const

export function readTenantSettings(environment: Environment, given: Record<string, string>) {
  const declared = {
    ...readEnvironment('account', environment).vars,
    ...readEnvironment('shell', environment).vars,
  }
  const all: Record<string, string> = { ...declared, ...given }
  // A client that does not exist yet has no id.
  const missing = names.filter(
    (name) => name !== 'AUTH0_CLIENT_ID' && (!all[name] || all[name] === requiredValue),
  )
  if (missing.length > 0)
    throw new ExpectedError(
      `ENCRE_SETTINGS lacks ${missing.join(', ')}: the same settings as for a deployment`,
    )
  const value = (name: (typeof names)[number]) =>
    all[name] === requiredValue ? '' : (all[name] ?? '')
  return {
    environment,
    siteOrigin: value('SITE_ORIGIN'),
    tenantOrigin: tenantOrigins(value('AUTH0_DOMAIN'))[0],
    // It has no custom domain.
    managementHost: new URL(value('AUTH0_MGMT_AUDIENCE')).host,
    managementAudience: value('AUTH0_MGMT_AUDIENCE'),
    clientId: value('AUTH0_CLIENT_ID'),
    audience: value('AUTH0_AUDIENCE'),
    connection: value('AUTH0_CONNECTION'),
    session: z.enum(['forms', 'redirect']).parse(value('AUTH0_SESSION')),
  }
}

/** A page of `npm run dev -- --against` on its own port. */
const developmentOrigin = `http://localhost:${readPort({}) + developmentPortDistance}`

/** The words between ## and @@ in tenant.yaml. */
export function listKeywords({
  environment,
  siteOrigin,
  audience,
  managementAudience,
  connection,
  session,
}: TenantSettings) {
  const usesRefreshTokens = session === 'redirect'
  const developmentOrigins = environment === 'production' ? [] : [developmentOrigin]
  // Sites of pull requests. Not for production: https://auth0.com/docs/get-started/applications/wildcards-for-subdomains
  const wildcards = environment === 'staging' ? [siteOrigin.replace('//', '//*.')] : []
  const origins = [siteOrigin, ...wildcards]
  return {
    SITE_CLIENT: `Encre (${environment})`,
    DEVELOPMENT_CLIENT: `Encre development (${environment})`,
    DEVELOPMENT_ORIGINS: developmentOrigins,
    DEVELOPMENT_CALLBACKS: developmentOrigins.map((origin) => `${origin}/callback`),
    DEVELOPMENT_PAGES: developmentOrigins.map((origin) => `${origin}/`),
    ACCOUNT_CLIENT: `Encre account worker (${environment})`,
    SITE_ORIGINS: origins,
    CALLBACKS: origins.map((origin) => `${origin}/callback`),
    HOMES: origins.map((origin) => `${origin}/`),
    AUDIENCE: audience,
    MANAGEMENT_AUDIENCE: managementAudience,
    CONNECTION: connection,
    SIGNS_IN_WITH_FORMS: String(session === 'forms'),
    USES_REFRESH_TOKENS: String(usesRefreshTokens),
    SITE_GRANT_TYPES: usesRefreshTokens
      ? ['authorization_code', 'refresh_token']
      : ['authorization_code'],
  }
}
