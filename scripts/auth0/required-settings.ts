import { type Management, type ManagementClient, ManagementError } from 'auth0'
import * as z from 'zod'
import type { TenantSettings } from './tenant-settings.ts'

export type Values = Record<string, unknown>

export interface TenantPart {
  name: string
  wanted: Values
  find(): Promise<Values | null>
  /** Absent: only a person can create it. Resolves to what the operator does next. */
  create?(): Promise<string | undefined>
  update?(found: Values): Promise<unknown>
  byHand?: string
}

const Found = z.record(z.string(), z.unknown())
const WithId = z.looseObject({ id: z.string() })

const daySeconds = 86_400

export function listTenantParts(client: ManagementClient, settings: TenantSettings): TenantPart[] {
  return [
    api(client, settings),
    siteClient(client, settings),
    accountClient(client, settings),
    accountGrant(client, settings),
    ...connection(client, settings),
    ...(settings.session === 'forms' ? [customDomain(client, settings)] : []),
    ...switches(client),
  ]
}

function api(client: ManagementClient, { audience, session }: TenantSettings): TenantPart {
  const wanted = {
    signing_alg: 'RS256',
    // The workers count on it: `tokenLifetimeMs` of account and generator.
    token_lifetime: daySeconds,
    allow_offline_access: session === 'redirect',
    skip_consent_for_verifiable_first_party_clients: true,
  } as const
  return {
    name: `API ${audience}`,
    wanted,
    find: () => orNull(client.resourceServers.get(audience)),
    create: async () => void (await client.resourceServers.create({ identifier: audience, name: 'Encre', ...wanted })),
    update: () => client.resourceServers.update(audience, wanted),
  }
}

function siteClient(client: ManagementClient, { siteOrigin, session, clientId, environment }: TenantSettings): TenantPart {
  const wanted = {
    app_type: 'spa',
    oidc_conformant: true,
    token_endpoint_auth_method: 'none',
    grant_types: session === 'redirect' ? ['authorization_code', 'refresh_token'] : ['authorization_code'],
    callbacks: [`${siteOrigin}/callback`],
    allowed_logout_urls: [`${siteOrigin}/`],
    web_origins: [siteOrigin],
    allowed_origins: [siteOrigin],
    cross_origin_authentication: session === 'forms',
  } as const satisfies Management.UpdateClientRequestContent
  return application(client, { kind: 'site', name: `Encre (${environment})`, id: clientId, setting: 'AUTH0_CLIENT_ID', wanted })
}

function accountClient(client: ManagementClient, { accountClientId, environment }: TenantSettings): TenantPart {
  const wanted = {
    app_type: 'non_interactive',
    oidc_conformant: true,
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['client_credentials', 'http://auth0.com/oauth/grant-type/password-realm'],
    // The tenant counts wrong passwords by the member's address, which this worker forwards.
    is_token_endpoint_ip_header_trusted: true,
  } as const satisfies Management.UpdateClientRequestContent
  const name = `Encre account worker (${environment})`
  return application(client, { kind: 'account worker', name, id: accountClientId, setting: 'AUTH0_M2M_CLIENT_ID', wanted })
}

interface Application {
  kind: string
  name: string
  id: string
  setting: string
  wanted: Values & { app_type: 'spa' | 'non_interactive' }
}

/** Found by its id, or by its name as long as no setting has the id. */
function application(client: ManagementClient, { kind, name, id, setting, wanted }: Application): TenantPart {
  const findByName = async () => {
    for await (const one of await client.clients.list({ fields: 'client_id,name', include_fields: true }))
      if (one.name === name) return one.client_id
    return undefined
  }
  const find = async () => {
    const known = id || (await findByName())
    return known ? orNull(client.clients.get(known)) : null
  }
  return {
    name: `client of the ${kind}`,
    wanted,
    find,
    ...(id
      ? { byHand: `${setting} is ${id}, which the tenant does not have. Unset it to have the client created` }
      : {
          create: async () => {
            const { client_id } = await client.clients.create({ name, ...wanted })
            return `set ${setting} to ${client_id}`
          },
        }),
    update: async (found) => client.clients.update(String(found.client_id), wanted),
  }
}

function accountGrant(client: ManagementClient, { accountClientId, managementAudience }: TenantSettings): TenantPart {
  const wanted = { scope: ['update:users', 'delete:users'] }
  return {
    name: 'rights of the account worker at the Management API',
    wanted,
    find: async () => {
      for await (const grant of await client.clientGrants.list({ client_id: accountClientId, audience: managementAudience }))
        return Found.parse(grant)
      return null
    },
    ...(accountClientId
      ? {
          create: async () =>
            void (await client.clientGrants.create({ client_id: accountClientId, audience: managementAudience, ...wanted })),
        }
      : { byHand: 'set AUTH0_M2M_CLIENT_ID first, then run this again' }),
    update: (found) => client.clientGrants.update(WithId.parse(found).id, wanted),
  }
}

function connection(client: ManagementClient, { connection: name, clientId, accountClientId }: TenantSettings): TenantPart[] {
  const wanted = {
    options: {
      // Six characters, as the site's forms say.
      passwordPolicy: 'low',
      password_complexity_options: { min_length: 6 },
      // Refuses the 10,000 most common passwords, and the member's own name and email address.
      password_dictionary: { enable: true },
      password_no_personal_info: { enable: true },
      brute_force_protection: true,
      disable_signup: false,
      requires_username: false,
    },
  } as const
  const find = async () => {
    for await (const one of await client.connections.list({ name, strategy: ['auth0'] })) return Found.parse(one)
    return null
  }
  const clients = [clientId, accountClientId].filter(Boolean)
  return [
    {
      name: `database of members ${name}`,
      wanted,
      find,
      create: async () => void (await client.connections.create({ name, strategy: 'auth0', ...wanted })),
      // The API replaces the options as a whole.
      update: (found) => client.connections.update(WithId.parse(found).id, { options: merge(wanted.options, found.options) }),
    },
    {
      name: `clients of ${name}`,
      wanted: Object.fromEntries(clients.map((id) => [id, true])),
      find: async () => {
        const database = await find()
        const enabled: Values = {}
        if (database) for await (const one of await client.connections.clients.get(WithId.parse(database).id)) enabled[one.client_id] = true
        return enabled
      },
      update: async () => {
        const database = await find()
        if (database)
          await client.connections.clients.update(
            WithId.parse(database).id,
            clients.map((client_id) => ({ client_id, status: true })),
          )
      },
    },
  ]
}

/** The session's cookie must be the site's own for browsers without third-party cookies. */
function customDomain(client: ManagementClient, { tenantOrigin }: TenantSettings): TenantPart {
  const { hostname } = new URL(tenantOrigin)
  return {
    name: `custom domain ${hostname}`,
    wanted: { status: 'ready' },
    find: async () => {
      const domains = z.array(z.looseObject({ domain: z.string() })).parse(await client.customDomains.list())
      return domains.find(({ domain }) => domain === hostname) ?? null
    },
    byHand: 'add and verify it in the dashboard (Branding, Custom Domains), or set AUTH0_SESSION to redirect',
  }
}

/** What only has to be switched on. Without a mail template of its own the tenant sends Auth0's. */
function switches({ attackProtection, emails, emailTemplates }: ManagementClient): TenantPart[] {
  const wanted = { enabled: true }
  const { bruteForceProtection } = attackProtection
  return [
    {
      name: 'protection against guessed passwords',
      wanted,
      find: () => orNull(bruteForceProtection.get()),
      update: () => bruteForceProtection.update(wanted),
    },
    {
      name: 'mail provider',
      wanted,
      find: () => orNull(emails.provider.get()),
      byHand: 'choose one in the dashboard (Branding, Email Provider): the tenant’s own is for tests and sends few mails',
    },
    ...(['verify_email', 'reset_email'] as const).map((name) => ({
      name: `mail ${name}`,
      wanted,
      find: async () => (await orNull(emailTemplates.get(name))) ?? wanted,
      update: () => emailTemplates.update(name, wanted),
    })),
  ]
}

async function orNull(request: Promise<unknown>): Promise<Values | null> {
  try {
    return Found.parse(await request)
  } catch (error) {
    if (error instanceof ManagementError && error.statusCode === 404) return null
    throw error
  }
}

/** `actual` with the values of `wanted`, for an API that replaces an object as a whole. */
function merge(wanted: Values, actual: unknown): Values {
  const known = isValues(actual) ? actual : {}
  return {
    ...known,
    ...Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, isValues(value) ? merge(value, known[name]) : value])),
  }
}

export function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
