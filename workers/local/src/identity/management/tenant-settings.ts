import { Hono } from 'hono'
import type { App } from '../../app.ts'
import { minimumPasswordLength } from '../users/passwords.ts'
import { refuseUnknown, requireScope } from './management.ts'

/**
 * The settings of the tenant as the Management API describes them, for `npm run auth0 check`. They say what this worker does and cannot be
 * changed.
 */
export const tenantSettings = new Hono<App>()
  .use(requireScope('read:clients'))
  // One page. Auth0's SDK asks until a page is empty.
  .get('/clients', (c) => c.json({ clients: Number(c.req.query('page') ?? 0) > 0 ? [] : [siteClient(c.env), accountClient(c.env)] }))
  .get('/clients/:id', (c) => {
    const client = [siteClient(c.env), accountClient(c.env)].find(({ client_id }) => client_id === c.req.param('id'))
    return client ? c.json(client) : refuseUnknown(c)
  })
  .get('/client-grants', (c) => {
    const grant = { id: 'cgr_local', client_id: c.env.AUTH0_M2M_CLIENT_ID, audience: c.env.AUTH0_MGMT_AUDIENCE }
    return c.json({ client_grants: [{ ...grant, scope: ['update:users', 'delete:users'] }] })
  })
  .get('/resource-servers/:id', (c) =>
    c.req.param('id') === c.env.AUTH0_AUDIENCE
      ? c.json({
          id: 'local',
          identifier: c.env.AUTH0_AUDIENCE,
          signing_alg: 'RS256',
          token_lifetime: Number(c.env.ACCESS_TOKEN_SECONDS),
          allow_offline_access: false,
          skip_consent_for_verifiable_first_party_clients: true,
        })
      : refuseUnknown(c),
  )
  .get('/connections', (c) =>
    c.json({
      connections: [
        {
          id: 'con_local',
          name: c.env.AUTH0_CONNECTION,
          strategy: 'auth0',
          options: {
            passwordPolicy: 'low',
            password_complexity_options: { min_length: minimumPasswordLength },
            brute_force_protection: true,
            disable_signup: false,
            requires_username: false,
          },
        },
      ],
    }),
  )
  .get('/connections/:id/clients', (c) =>
    c.json({ clients: [{ client_id: c.env.AUTH0_CLIENT_ID }, { client_id: c.env.AUTH0_M2M_CLIENT_ID }] }),
  )
  .get('/attack-protection/brute-force-protection', (c) => c.json({ enabled: true }))
  // Its own host is the only one that it has.
  .get('/custom-domains', (c) => c.json([{ custom_domain_id: 'cd_local', domain: new URL(c.req.url).hostname, status: 'ready' }]))
  .get('/emails/provider', (c) => c.json({ name: 'mailbox', enabled: true }))
  .get('/email-templates/:name', (c) => c.json({ template: c.req.param('name'), enabled: true }))

function siteClient({ AUTH0_CLIENT_ID, SITE_ORIGIN }: Env) {
  return {
    client_id: AUTH0_CLIENT_ID,
    name: 'Encre',
    app_type: 'spa',
    oidc_conformant: true,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    callbacks: [`${SITE_ORIGIN}/callback`],
    allowed_logout_urls: [`${SITE_ORIGIN}/`],
    web_origins: [SITE_ORIGIN],
    allowed_origins: [SITE_ORIGIN],
    cross_origin_authentication: true,
  }
}

function accountClient({ AUTH0_M2M_CLIENT_ID }: Env) {
  return {
    client_id: AUTH0_M2M_CLIENT_ID,
    name: 'Encre account worker',
    app_type: 'non_interactive',
    oidc_conformant: true,
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['client_credentials', 'http://auth0.com/oauth/grant-type/password-realm'],
    is_token_endpoint_ip_header_trusted: true,
  }
}
