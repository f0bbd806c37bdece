import { tenantOrigins } from '@encre/worker/member'
import { defineSettings, memberSettings, Secret, Text } from '@encre/worker/settings'
import * as z from 'zod/mini'

const TextOrEmpty = z.string('a text, which may be empty')

/** The settings as `wrangler.jsonc` declares them. */
const Declared = z
  .object({
    ...memberSettings,
    ADDRESS_SECRET: Secret,
    AUTH0_CLIENT_ID: Text,
    AUTH0_CONNECTION: Text,
    AUTH0_MGMT_AUDIENCE: Text,
    AUTH0_M2M_CLIENT_ID: TextOrEmpty,
    AUTH0_M2M_CLIENT_SECRET: TextOrEmpty,
    DATA_JURISDICTION: z.enum(['', 'eu'], 'eu, or empty'),
  })
  .check(
    z.refine(
      ({ AUTH0_M2M_CLIENT_ID: id, AUTH0_M2M_CLIENT_SECRET: secret }) => id === '' || secret !== '',
      { path: ['AUTH0_M2M_CLIENT_SECRET'], error: 'the secret of AUTH0_M2M_CLIENT_ID' },
    ),
  )

/** The settings of the account's worker. */
export const settingsOf = defineSettings(Declared, (declared) => ({
  /** As the setting has them, for `verifyTenantToken`. */
  domains: declared.AUTH0_DOMAIN,
  /** Makes the addresses of downloads. */
  addressSecret: declared.ADDRESS_SECRET,
  /** Of new Durable Objects. */
  jurisdiction: declared.DATA_JURISDICTION,
  /** The site's client, for which the tenant signs ID tokens. */
  siteClientId: declared.AUTH0_CLIENT_ID,
  tenant: {
    origin: tenantOrigins(declared.AUTH0_DOMAIN)[0],
    /** The database of members. */
    connection: declared.AUTH0_CONNECTION,
    /** Also the address of the Management API. */
    managementAudience: declared.AUTH0_MGMT_AUDIENCE,
    /** This worker as a client of the tenant. Without an id it has none. */
    clientId: declared.AUTH0_M2M_CLIENT_ID || null,
    clientSecret: declared.AUTH0_M2M_CLIENT_SECRET,
  },
}))

export type Settings = ReturnType<typeof settingsOf>
export type Tenant = Settings['tenant']
