import { expect, it, onTestFinished, vi } from 'vitest'
import { setUpTenant } from './set-up-tenant.ts'
import { readTenantSettings } from './tenant-settings.ts'

type Values = Record<string, unknown>

const settings = readTenantSettings('production', {
  SITE_ORIGIN: 'https://encre.tattoo',
  AUTH0_DOMAIN: 'login.encre.tattoo',
  AUTH0_AUDIENCE: 'https://encre.tattoo/api',
  AUTH0_MGMT_AUDIENCE: 'https://encre.eu.auth0.com/api/v2/',
})

/** What a request may not change, by list of the Management API. The first one is its key. */
const fixed: Record<string, string[]> = {
  clients: ['client_id'],
  'resource-servers': ['identifier', 'id'],
  'client-grants': ['id', 'client_id', 'audience'],
  connections: ['id', 'name', 'strategy'],
}

/**
 * A tenant at Auth0 by the paths of its Management API, which the embedded tenant has for members
 * alone: lists, and settings that it has once. A `PATCH` replaces the fields that it names as a whole,
 * and a field that cannot be changed is refused, as there. Returns the changes.
 */
function openTenant(tenant: Record<string, Values | Values[]>): string[] {
  const changes: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method = '', body, headers }: RequestInit) => {
    const { pathname, searchParams: query } = new URL(address)
    const path = decodeURIComponent(pathname.replace('/api/v2/', ''))
    const isAllowed = new Headers(headers).get('authorization') === 'Bearer management-token'
    if (method !== 'GET') changes.push(`${method} ${path} ${body}`)
    const sent = JSON.parse(String(body ?? '{}'))
    const answer = isAllowed && answerTenant(tenant, method, path, query, sent)
    return Response.json(answer || { message: path }, { status: answer ? 200 : 400 })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return changes
}

function answerTenant(
  tenant: Record<string, Values | Values[]>,
  method: string,
  path: string,
  query: URLSearchParams,
  sent: Values,
): Values | null {
  const [kind = '', id] = path.split('/')
  const [key = '', ...others] = fixed[kind] ?? []
  const all = tenant[path]
  if (Array.isArray(all)) {
    const created = { [key]: `${kind}-${all.length}`, ...sent }
    if (method === 'POST') all.push(created)
    if (method !== 'GET') return created
    // Every list has one page. The SDK asks until a page is empty.
    const page = Number(query.get('page')) > 0 ? [] : all
    const name = path.split('/').at(-1)?.replace('-', '_') ?? ''
    return { start: 0, limit: 50, total: all.length, [name]: page }
  }
  const list = tenant[kind]
  const found = Array.isArray(list) ? list.find((one) => one[key] === id) : all
  const isChange = method === 'PATCH' && ![key, ...others].some((name) => name in sent)
  if (!found || (method !== 'GET' && !isChange)) return null
  return Object.assign(found, sent)
}

// auth0-deploy-cli compiles its schemas for seconds each time.
it('sets up a tenant, and changes only what differs', { timeout: 600_000 }, async () => {
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const site = {
    client_id: 'site',
    name: 'Encre (production)',
    callbacks: ['http://localhost:8787/callback'],
  }
  const other = { client_id: 'other', name: 'Another site' }
  const clients: Values[] = [other, site]
  const grants: Values[] = []
  const connection = {
    id: 'con',
    name: 'Username-Password-Authentication',
    strategy: 'auth0',
    options: { passwordPolicy: 'none', customScripts: { login: 'kept' } },
  }
  const bruteForce = { enabled: false, max_attempts: 10 }
  const changes = openTenant({
    clients,
    'client-grants': grants,
    'resource-servers': [],
    connections: [connection],
    'connections/con/clients': [],
    'actions/actions': [],
    'attack-protection/brute-force-protection': bruteForce,
    'attack-protection/breached-password-detection': {},
    'attack-protection/suspicious-ip-throttling': {},
    'attack-protection/captcha': {},
    'attack-protection/bot-detection': {},
  })
  const token = { AUTH0_MANAGEMENT_TOKEN: 'management-token' }

  await setUpTenant(settings, false, token)
  expect(print.mock.calls.join('\n')).toMatch(/UPDATE .*Encre \(production\)/)
  expect(changes).toEqual([])

  await setUpTenant(settings, true, token)
  const idOf = (client: string) =>
    clients.find(({ name }) => name === `${client} (production)`)?.client_id
  const account = idOf('Encre account worker')
  expect(site).toMatchObject({
    callbacks: ['https://encre.tattoo/callback'],
    cross_origin_authentication: true,
  })
  expect(grants).toMatchObject([{ client_id: account }])
  const enabled = ['site', idOf('Encre development'), account]
  for (const client_id of enabled) {
    expect(changes).toContainEqual(
      expect.stringMatching(`^PATCH connections/con/clients .*"${client_id}","status":true`),
    )
  }
  expect(connection.options).toMatchObject({
    passwordPolicy: 'low',
    customScripts: { login: 'kept' },
  })
  expect(bruteForce).toMatchObject({ enabled: true, max_attempts: 10 })
  expect(other).toEqual({ client_id: 'other', name: 'Another site' })
})
