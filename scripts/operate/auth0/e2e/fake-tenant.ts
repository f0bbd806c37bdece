import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Values = Record<string, unknown>

type Answer = [status: number, body: unknown]

const createTenant = () => ({
  /** By id; a resource server by its identifier. */
  resources: {
    clients: new Map<string, Values>(),
    'resource-servers': new Map<string, Values>(),
    'client-grants': new Map<string, Values>(),
    connections: new Map<string, Values>(),
  },
  /** By path below `/api/v2`. Absent: 404. */
  singles: new Map<string, Values>([
    ['attack-protection/brute-force-protection', { enabled: false, max_attempts: 10 }],
    ['attack-protection/breached-password-detection', { enabled: false }],
    ['attack-protection/suspicious-ip-throttling', { enabled: true }],
    ['attack-protection/captcha', { policy: 'off' }],
    ['attack-protection/bot-detection', { bot_detection_level: 'medium' }],
  ]),
  /** Clients that a connection is enabled for, by connection id. */
  enabledClients: new Map<string, Set<string>>(),
  changes: [] as string[],
  unknown: [] as string[],
})
type TenantState = ReturnType<typeof createTenant>

/** What a request may not change. The first one is the key of a resource. */
const fixed = {
  clients: ['client_id'],
  'resource-servers': ['identifier', 'id'],
  'client-grants': ['id', 'client_id', 'audience'],
  connections: ['id', 'name', 'strategy'],
} as const
type Kind = keyof typeof fixed

/**
 * The Management API of a new tenant on a free port of this machine. Paths, pages and fields follow
 * Auth0's documentation; a `PATCH` replaces the fields that it names as a whole, and a field that
 * cannot be changed is refused, as there.
 */
export async function startFakeTenant() {
  const tenant = createTenant()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://fake')
    const text = Buffer.concat(await Array.fromAsync(request)).toString()
    const method = request.method ?? 'GET'
    const path = pathname.replace('/api/v2/', '')
    const isAllowed = request.headers.authorization === 'Bearer management-token'
    if (isAllowed && method !== 'GET') tenant.changes.push(`${method} ${path}`)
    const [status, body] = isAllowed
      ? answer(tenant, method, path, query, text ? JSON.parse(text) : null)
      : problem(401, 'Unauthorized', 'Invalid token')
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(status === 204 ? undefined : JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...tenant,
    origin,
    [Symbol.asyncDispose]: async () => void server.close().closeAllConnections(),
  }
}

function answer(
  tenant: TenantState,
  method: string,
  path: string,
  query: URLSearchParams,
  body: unknown,
): Answer {
  const [kind = '', id, part] = path.split('/').map(decodeURIComponent)
  if (kind === 'connections' && id && part === 'clients')
    return answerEnabledClients(tenant, id, method, body)
  const values: Values = typeof body === 'object' && body !== null ? { ...body } : {}
  if (isKind(kind)) {
    const all = tenant.resources[kind]
    if (id === undefined && method === 'GET') return listResources(all, kind, query)
    if (id === undefined && method === 'POST') return createResource(all, kind, values)
    return answerResource(all, kind, id ?? '', method, values)
  }
  if (path === 'actions/actions') return [200, { actions: [], total: 0 }]
  return answerSingle(tenant, path, method, values)
}

function answerEnabledClients(
  { enabledClients }: TenantState,
  connection: string,
  method: string,
  body: unknown,
): Answer {
  const enabled = enabledClients.get(connection) ?? new Set()
  enabledClients.set(connection, enabled)
  if (method === 'GET') return [200, { clients: [...enabled].map((client_id) => ({ client_id })) }]
  for (const { client_id, status } of Array.isArray(body) ? body : []) {
    if (status) enabled.add(String(client_id))
    else enabled.delete(String(client_id))
  }
  return [204, null]
}

function listResources(all: Map<string, Values>, kind: Kind, query: URLSearchParams): Answer {
  const list = kind.replace('-', '_')
  // Every list has one page. The SDK asks until a page is empty.
  if (Number(query.get('page') ?? 0) > 0) return [200, { [list]: [] }]
  const filters = ['name', 'client_id', 'audience'].filter((name) => query.has(name))
  const found = [...all.values()].filter((one) =>
    filters.every((name) => String(one[name]) === query.get(name)),
  )
  return [200, { start: 0, limit: 50, total: found.length, [list]: found }]
}

function createResource(all: Map<string, Values>, kind: Kind, body: Values): Answer {
  const [key] = fixed[kind]
  const number = all.size + 1
  const created: Values = {
    [key]: `${kind}-${number}`,
    ...(kind === 'resource-servers' && { id: `rs-${number}` }),
    ...body,
  }
  all.set(String(created[key]), created)
  return [201, created]
}

function answerResource(
  all: Map<string, Values>,
  kind: Kind,
  id: string,
  method: string,
  body: Values,
): Answer {
  const known = all.get(id)
  if (!known) return problem(404, 'Not Found', `The ${kind} does not exist.`)
  if (method === 'GET') return [200, known]
  const refused = fixed[kind].filter((name) => name in body)
  if (method !== 'PATCH' || refused.length > 0)
    return problem(400, 'Bad Request', `${refused} cannot be changed`)
  const changed = { ...known, ...body }
  all.set(id, changed)
  return [200, changed]
}

/** A setting that the tenant has once. */
function answerSingle(
  { singles, unknown }: TenantState,
  path: string,
  method: string,
  body: Values,
): Answer {
  const single = singles.get(path)
  if (!single) {
    unknown.push(`${method} ${path}`)
    return problem(404, 'Not Found', 'Not found')
  }
  if (method === 'PATCH') singles.set(path, { ...single, ...body })
  return [200, singles.get(path)]
}

function problem(statusCode: number, error: string, message: string): Answer {
  return [statusCode, { statusCode, error, message }]
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(fixed, text)
}
