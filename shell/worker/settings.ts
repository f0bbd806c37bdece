import { tenantOrigins } from '@encre/worker/member'
import { defineSettings, memberSettings, Origin, Secret, Text } from '@encre/worker/settings'
import * as z from 'zod/mini'

/** The settings as `wrangler.jsonc` declares them. */
const Declared = z.object({
  ...memberSettings,
  SITE_ORIGIN: Origin,
  AUTH0_CLIENT_ID: Text,
  AUTH0_CONNECTION: Text,
  AUTH0_SESSION: z.enum(['forms', 'redirect'], 'forms or redirect'),
  SITE_OWNER: z.string('a text, which may be empty'),
  HSTS_SCOPE: z.enum(['site', 'subdomains', 'preload'], 'site, subdomains or preload'),
  PLATFORM_TOKEN: Secret,
  COMPOSITION_SECRET: Secret,
  ANALYTICS_ACCOUNT: z.string('an account, or nothing'),
  ANALYTICS_DATASET: Text,
  ANALYTICS_TOKEN: Secret,
})

/** The settings of the site's worker. */
export const settingsOf = defineSettings(Declared, (declared) => ({
  /** The origin of the site, `https://encre.example`. */
  origin: declared.SITE_ORIGIN,
  /** Whether the site has https, as every site but a local one. */
  isSecure: declared.SITE_ORIGIN.startsWith('https:'),
  /** The publisher, lines separated by ` | `. Null if it is not filled in. */
  owner: declared.SITE_OWNER || null,
  /** Where the counted answers are read. Null on a local site, where nothing keeps them. */
  analytics: declared.ANALYTICS_ACCOUNT
    ? {
        account: declared.ANALYTICS_ACCOUNT,
        dataset: declared.ANALYTICS_DATASET,
        token: declared.ANALYTICS_TOKEN,
      }
    : null,
  tenant: {
    /** Their origins. Pages use the first. */
    origins: tenantOrigins(declared.AUTH0_DOMAIN),
    /** The first one as the setting has it: a host name, or an origin if it is not https. */
    domain: (declared.AUTH0_DOMAIN.split(',')[0] ?? '').trim(),
    clientId: declared.AUTH0_CLIENT_ID,
    audience: declared.AUTH0_AUDIENCE,
    connection: declared.AUTH0_CONNECTION,
    session: declared.AUTH0_SESSION,
  },
}))
