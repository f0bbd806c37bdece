import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@encre/build/workspace'
import { expect, test } from '@playwright/test'
import { siteSettings } from '../../../lib/settings.ts'
import { findSignInFaults } from '../check-sign-in.ts'
import { readTenantSettings } from '../tenant-settings.ts'
import { startFakeTenant } from './fake-tenant.ts'

test('the embedded tenant answers a sign-in of its site, and of no other', {
  tag: '@core',
}, async ({ baseURL }) => {
  const settings = readTenantSettings(
    'production',
    siteSettings({}, Number(new URL(baseURL ?? '').port), process.env.ENCRE_DATA ?? ''),
  )
  expect(await findSignInFaults(settings)).toEqual([])
  expect(await findSignInFaults({ ...settings, siteOrigin: 'https://encre.tattoo' })).toEqual([
    expect.stringMatching(
      /^a silent sign-in answers \d+ .*must send the visitor to https:\/\/encre\.tattoo\/callback/,
    ),
    expect.stringContaining('/co/authenticate allows the origin'),
  ])
})

// auth0-deploy-cli compiles its schemas for seconds each time.
test('sets up a tenant, and changes only what differs', async () => {
  test.setTimeout(600_000)
  await using tenant = await startFakeTenant()
  const { clients, connections } = tenant.resources
  clients.set('other', { client_id: 'other', name: 'Another site' })
  clients.set('site', {
    client_id: 'site',
    name: 'Encre (production)',
    callbacks: ['http://localhost:8787/callback'],
  })
  const options = { passwordPolicy: 'none', customScripts: { login: 'kept' } }
  connections.set('con', {
    id: 'con',
    name: 'Username-Password-Authentication',
    strategy: 'auth0',
    options,
  })

  expect(await runAuth0(tenant.origin)).toMatch(/UPDATE .*Encre \(production\)/)
  expect(tenant.changes).toEqual([])

  await runAuth0(tenant.origin, ['--apply'])
  const idOf = (client: string) =>
    [...clients.values()].find(({ name }) => name === `${client} (production)`)?.client_id
  const account = idOf('Encre account worker')
  expect(clients.get('site')).toMatchObject({
    callbacks: ['https://encre.tattoo/callback'],
    cross_origin_authentication: true,
  })
  expect([...tenant.resources['client-grants'].values()]).toMatchObject([
    {
      client_id: account,
      scope: ['update:users', 'delete:users', 'delete:sessions', 'delete:refresh_tokens'],
    },
  ])
  const enabled = ['site', idOf('Encre development'), account]
  expect([...(tenant.enabledClients.get('con') ?? [])].sort()).toEqual(enabled.sort())
  expect(connections.get('con')).toMatchObject({
    options: { passwordPolicy: 'low', customScripts: { login: 'kept' } },
  })
  expect(tenant.singles.get('attack-protection/brute-force-protection')).toMatchObject({
    enabled: true,
    max_attempts: 10,
  })
  expect(clients.get('other')).toEqual({ client_id: 'other', name: 'Another site' })
  expect(tenant.unknown).toEqual([])
})

/** The tool speaks https only, and the fake has no certificate. */
const overHttp = `const send = fetch; globalThis.fetch = (url, init) => send(String(url).replace('https://127', 'http://127'), init)`

async function runAuth0(origin: string, words: string[] = []): Promise<string> {
  const settings = {
    SITE_ORIGIN: 'https://encre.tattoo',
    AUTH0_DOMAIN: 'login.encre.tattoo',
    AUTH0_AUDIENCE: 'https://encre.tattoo/api',
    AUTH0_MGMT_AUDIENCE: `${origin.replace('http:', 'https:')}/api/v2/`,
  }
  const env = {
    ...process.env,
    CI: 'true',
    NO_COLOR: undefined,
    FORCE_COLOR: '0',
    ENCRE_SETTINGS: JSON.stringify(settings),
    AUTH0_MANAGEMENT_TOKEN: 'management-token',
  }
  const program = [
    '--import',
    `data:text/javascript,${encodeURIComponent(overHttp)}`,
    join(root, 'scripts/operate/auth0/main.ts'),
  ]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...program, '--env', 'production', ...words],
    { env },
  )
  return stdout
}
