import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadDump, localDatabasePath } from '../lib/local-databases.ts'
import { freePortPair } from '../lib/new-site.ts'
import { endProcess, startWrangler } from '../lib/processes.ts'
import { siteSettings } from '../lib/settings.ts'
import { createFolder } from '../lib/testing/scratch-folder.ts'
import { migrationsOf } from '../restore/testing/fill-site.ts'
import { checkPublicSettings, checkTenant, setUpTenant } from './check-tenant.ts'
import { listTenantParts } from './required-settings.ts'
import { createManagementClient, readTenantSettings } from './tenant-settings.ts'
import { type FakeTenant, startFakeTenant } from './testing/fake-tenant.ts'

const given = {
  SITE_ORIGIN: 'https://encre.tattoo',
  AUTH0_DOMAIN: 'login.encre.tattoo',
  AUTH0_AUDIENCE: 'https://encre.tattoo/api',
}

describe('the setup of a new tenant', () => {
  let tenant: FakeTenant
  const said: string[] = []
  beforeEach(async () => {
    said.length = 0
    tenant = await startFakeTenant()
  })

  async function listParts(ids: Record<string, string> = {}) {
    const settings = readTenantSettings('production', { ...given, AUTH0_MGMT_AUDIENCE: `${tenant.origin}/api/v2/`, ...ids })
    return listTenantParts(await createManagementClient(settings, { AUTH0_MANAGEMENT_TOKEN: 'management-token' }), settings)
  }
  const setUp = async (ids: Record<string, string>, isPlan = false) => setUpTenant(await listParts(ids), isPlan, (text) => said.push(text))

  it('plans, creates, then changes nothing, and leaves to a person what only a person can do', async () => {
    expect(await setUp({}, true)).toBeGreaterThan(0)
    expect(tenant.changes).toEqual([])
    expect(said).toContain('API https://encre.tattoo/api: would be created: does not exist')

    await setUp({})
    const [site, account] = [...tenant.resources.clients.values()].map(({ client_id }) => String(client_id))
    expect(said).toContain(`client of the site: created: set AUTH0_CLIENT_ID to ${site}`)
    expect(said).toContain(
      'rights of the account worker at the Management API: by hand: set AUTH0_M2M_CLIENT_ID first, then run this again',
    )
    const ids = { AUTH0_CLIENT_ID: site ?? '', AUTH0_M2M_CLIENT_ID: account ?? '' }
    await setUp(ids)
    expect(tenant.resources.clients.get(site ?? '')).toMatchObject({
      app_type: 'spa',
      callbacks: ['https://encre.tattoo/callback'],
      cross_origin_authentication: true,
      grant_types: ['authorization_code'],
    })
    expect([...tenant.resources['client-grants'].values()]).toEqual([
      expect.objectContaining({ client_id: account, scope: ['update:users', 'delete:users'] }),
    ])
    expect([...tenant.enabledClients.values()]).toEqual([new Set([site, account])])
    expect(tenant.singles.get('attack-protection/brute-force-protection')).toEqual({ enabled: true, max_attempts: 10 })

    tenant.changes.length = 0
    expect(await setUp(ids)).toBe(0)
    expect([tenant.changes, tenant.unknown]).toEqual([[], []])
    expect(await checkTenant(await listParts(ids))).toEqual([
      expect.stringMatching(/^custom domain login\.encre\.tattoo: it does not exist \(add and verify it/),
      expect.stringMatching(/^mail provider: it does not exist/),
    ])
  })

  it('names a callback too many and a weaker password, mends them, and keeps the options that it does not know', async () => {
    const ids = { AUTH0_CLIENT_ID: 'site', AUTH0_M2M_CLIENT_ID: 'account' }
    tenant.resources.clients.set('site', {
      client_id: 'site',
      callbacks: ['https://encre.tattoo/callback', 'http://localhost:8787/callback'],
    })
    const options = { passwordPolicy: 'none', customScripts: { login: 'kept' }, password_complexity_options: { min_length: 1 } }
    tenant.resources.connections.set('con', { id: 'con', name: 'Username-Password-Authentication', strategy: 'auth0', options })
    const differences = await checkTenant(await listParts(ids))
    expect(differences).toContain(
      'database of members Username-Password-Authentication: options.password_complexity_options.min_length is 1, must be 6',
    )
    for (const text of [
      'callbacks is ["http://localhost:8787/callback","https://encre.tattoo/callback"]',
      'client of the account worker: it does not exist (AUTH0_M2M_CLIENT_ID is account',
    ])
      expect(differences).toContainEqual(expect.stringContaining(text))

    await setUp(ids)
    expect(tenant.resources.connections.get('con')).toMatchObject({ options: { passwordPolicy: 'low', customScripts: { login: 'kept' } } })
    expect(tenant.resources.clients.get('site')).toMatchObject({ callbacks: ['https://encre.tattoo/callback'] })
  })
})

it('names an issuer, a key and an answer that the site cannot use', async () => {
  const ids = { AUTH0_MGMT_AUDIENCE: 'https://encre.eu.auth0.com/api/v2/', AUTH0_CLIENT_ID: 'site' }
  const settings = readTenantSettings('production', { ...given, ...ids })
  const keys = 'https://login.encre.tattoo/.well-known/jwks.json'
  const answers: Record<string, () => Response> = {
    '/.well-known/openid-configuration': () => Response.json({ issuer: 'https://tenant.eu.auth0.com/', jwks_uri: keys }),
    '/.well-known/jwks.json': () => Response.json({ keys: [{ kty: 'EC', alg: 'ES256' }] }),
    '/authorize': () =>
      new Response(null, { status: 302, headers: { location: 'https://encre.tattoo/callback?error=unauthorized_client&state=check' } }),
    '/co/authenticate': () => new Response(null, { headers: { 'access-control-allow-origin': 'https://encre.tattoo' } }),
  }
  vi.stubGlobal('fetch', async (url: string) => answers[new URL(url).pathname]?.())
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await checkPublicSettings(settings)).toEqual([
    'issuer is https://tenant.eu.auth0.com/, must be https://login.encre.tattoo/',
    `${keys} has no key for RS256`,
    expect.stringMatching(/^a silent sign-in answers 302 .*must send the visitor to .* with login_required$/),
  ])
})

it('finds the public settings of the embedded tenant as the site needs them, and says what another site would lack', {
  timeout: 120_000,
}, async () => {
  const dataFolder = createFolder()
  const port = await freePortPair()
  const local = siteSettings({}, port, dataFolder, () => {})
  loadDump(migrationsOf('local'), localDatabasePath(dataFolder, 'workers/local')).close()
  const embedded = startWrangler({ name: 'local', configurations: ['workers/local'], port: port + 1, dataFolder, settings: local })
  onTestFinished(() => endProcess(embedded))
  const readHealth = async () => (await fetch(`http://localhost:${port + 1}/health`).catch(() => null))?.status
  await expect.poll(readHealth, { timeout: 60_000, interval: 100 }).toBe(200)
  const settings = readTenantSettings('production', local)
  expect(await checkPublicSettings(settings)).toEqual([])
  expect(await checkPublicSettings({ ...settings, siteOrigin: 'https://encre.tattoo' })).toEqual([
    expect.stringMatching(/^a silent sign-in answers \d+ .*must send the visitor to https:\/\/encre\.tattoo\/callback/),
    expect.stringContaining('/co/authenticate allows the origin'),
  ])
  const wrong = { AUTH0_SETUP_CLIENT_ID: local.AUTH0_M2M_CLIENT_ID, AUTH0_SETUP_CLIENT_SECRET: 'wrong' }
  await expect(createManagementClient(settings, wrong)).rejects.toThrow('refuses the client encre-account')
})
