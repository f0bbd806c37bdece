import { join } from 'node:path'
import { minimumPasswordLength } from '@encre/protocol/catalogue'
import { tokenLifetimeMs } from '@encre/worker/moment'
import auth0 from 'auth0-deploy-cli'
import { expect, it, onTestFinished, vi } from 'vitest'
import { parse } from 'yaml'
import { findSignInFaults } from './check-sign-in.ts'
import { listKeywords, readTenantSettings } from './tenant-settings.ts'

const given = {
  SITE_ORIGIN: 'https://encre.tattoo',
  AUTH0_DOMAIN: 'login.encre.tattoo',
  AUTH0_AUDIENCE: 'https://encre.tattoo/api',
  AUTH0_MGMT_AUDIENCE: 'https://encre.eu.auth0.com/api/v2/',
}

function readTenant(session: string, environment: 'staging' | 'production' = 'production') {
  const mappings = listKeywords(
    readTenantSettings(environment, { ...given, AUTH0_SESSION: session }),
  )
  return parse(
    auth0.tools.loadFileAndReplaceKeywords(join(import.meta.dirname, 'tenant.yaml'), {
      mappings,
      disableKeywordReplacement: false,
    }),
  )
}

it('asks the tenant for what the code counts on', () => {
  const { resourceServers, clients, clientGrants, databases } = readTenant('forms')
  const [site, development, account] = clients
  expect(site).toMatchObject({
    cross_origin_authentication: true,
    grant_types: ['authorization_code'],
  })
  expect(resourceServers[0]).toMatchObject({
    identifier: given.AUTH0_AUDIENCE,
    allow_offline_access: false,
  })
  // A session that ends renews nothing: its last token lives for a quarter of an hour.
  expect(resourceServers[0]).toMatchObject({ token_lifetime: 900, token_lifetime_for_web: 900 })
  expect(resourceServers[0].token_lifetime * 1000).toBeLessThan(tokenLifetimeMs)
  expect(databases[0].options.password_complexity_options.min_length).toBe(minimumPasswordLength)
  expect(databases[0].enabled_clients).toEqual([site.name, development.name, account.name])
  const rights = {
    client_id: account.name,
    audience: given.AUTH0_MGMT_AUDIENCE,
    scope: ['update:users', 'delete:users', 'delete:sessions', 'delete:refresh_tokens'],
  }
  expect(clientGrants).toEqual([rights])
})

it('lets pages of a developer sign in at staging by a client of their own, in production never', () => {
  const lists = (environment: 'staging' | 'production') => {
    const [, development] = readTenant('forms', environment).clients
    const { callbacks, allowed_logout_urls, web_origins, allowed_origins } = development
    return [callbacks, allowed_logout_urls, web_origins, allowed_origins]
  }
  const origin = 'http://localhost:8797'
  expect(lists('staging')).toEqual([[`${origin}/callback`], [`${origin}/`], [origin], [origin]])
  expect(lists('production')).toEqual([[], [], [], []])
})

it("returns to the site, and at staging's tenant to those of pull requests", () => {
  const addresses = ['https://encre.tattoo', 'https://*.encre.tattoo']
  for (const [environment, origins] of [
    ['production', addresses.slice(0, 1)],
    ['staging', addresses],
  ] as const) {
    expect(readTenant('forms', environment).clients[0]).toMatchObject({
      callbacks: origins.map((origin) => `${origin}/callback`),
      allowed_logout_urls: origins.map((origin) => `${origin}/`),
      web_origins: origins,
      allowed_origins: origins,
    })
  }
})

it('asks for refresh tokens when members sign in on the tenant’s page', () => {
  const { resourceServers, clients } = readTenant('redirect')
  expect(clients[0]).toMatchObject({
    cross_origin_authentication: false,
    grant_types: ['authorization_code', 'refresh_token'],
  })
  expect(resourceServers[0].allow_offline_access).toBe(true)
})

it('names an issuer, a key and an answer that the site cannot use', async () => {
  const settings = readTenantSettings('production', { ...given, AUTH0_CLIENT_ID: 'site' })
  const keys = 'https://login.encre.tattoo/.well-known/jwks.json'
  const answers: Record<string, () => Response> = {
    '/.well-known/openid-configuration': () =>
      Response.json({ issuer: 'https://tenant.eu.auth0.com/', jwks_uri: keys }),
    '/.well-known/jwks.json': () => Response.json({ keys: [{ kty: 'EC', alg: 'ES256' }] }),
    '/authorize': () =>
      new Response(null, {
        status: 302,
        headers: {
          location: 'https://encre.tattoo/callback?error=unauthorized_client&state=check',
        },
      }),
    '/co/authenticate': () =>
      new Response(null, { headers: { 'access-control-allow-origin': 'https://encre.tattoo' } }),
  }
  vi.stubGlobal('fetch', async (url: string) => answers[new URL(url).pathname]?.())
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await findSignInFaults(settings)).toEqual([
    'issuer is https://tenant.eu.auth0.com/, must be https://login.encre.tattoo/',
    `${keys} has no key for RS256`,
    expect.stringMatching(
      /^a silent sign-in answers 302 .*must send the visitor to .* with login_required$/,
    ),
  ])
})
