import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Values = Record<string, unknown>

export interface FakeTenant {
  origin: string
  /** By id; a resource server by its identifier. */
  resources: Record<'clients' | 'resource-servers' | 'client-grants' | 'connections', Map<string, Values>>
  /** By path below `/api/v2`. Absent: 404. */
  singles: Map<string, Values>
  /** Clients that a connection is enabled for, by connection id. */
  enabledClients: Map<string, Set<string>>
  /** Method and path of every change. */
  changes: string[]
  unknown: string[]
  close(): Promise<void>
}

/** The key of a resource, and what a request may not change. */
const kinds = {
  clients: { key: 'client_id', fixed: ['client_id'] },
  'resource-servers': { key: 'identifier', fixed: ['identifier', 'id'] },
  'client-grants': { key: 'id', fixed: ['id', 'client_id', 'audience'] },
  connections: { key: 'id', fixed: ['id', 'name', 'strategy'] },
} as const
type Kind = keyof typeof kinds

/**
 * The Management API of a new tenant on a free port of this machine. Paths, pages and fields follow Auth0's documentation; a `PATCH`
 * replaces the fields that it names as a whole, and a field that cannot be changed is refused, as there.
 */
export async function startFakeTenant(): Promise<FakeTenant> {
  const resources: FakeTenant['resources'] = {
    clients: new Map(),
    'resource-servers': new Map(),
    'client-grants': new Map(),
    connections: new Map(),
  }
  const singles: FakeTenant['singles'] = new Map([['attack-protection/brute-force-protection', { enabled: false, max_attempts: 10 }]])
  const enabledClients: FakeTenant['enabledClients'] = new Map()
  const changes: string[] = []
  const unknown: string[] = []
  let created = 0

  const answerResource = (kind: Kind, id: string | undefined, method: string, body: Values, query: URLSearchParams): [number, unknown] => {
    const all = resources[kind]
    const { key, fixed } = kinds[kind]
    if (id === undefined && method === 'GET') {
      // Every list has one page. The SDK asks until a page is empty.
      if (Number(query.get('page') ?? 0) > 0) return [200, { [kind.replace('-', '_')]: [] }]
      const filters = ['name', 'client_id', 'audience'].filter((name) => query.has(name))
      const found = [...all.values()].filter((one) => filters.every((name) => String(one[name]) === query.get(name)))
      const list = kind.replace('-', '_')
      return [200, { start: 0, limit: 50, total: found.length, [list]: found }]
    }
    if (id === undefined && method === 'POST') {
      created += 1
      const one: Values = {
        [key]: `${kind}-${created}`,
        ...(key !== 'id' && kind === 'resource-servers' && { id: `rs-${created}` }),
        ...body,
      }
      all.set(String(one[key]), one)
      return [201, one]
    }
    const known = id === undefined ? undefined : all.get(id)
    if (!known || id === undefined) return [404, { statusCode: 404, error: 'Not Found', message: `The ${kind} does not exist.` }]
    if (method === 'GET') return [200, known]
    const refused = fixed.filter((name) => name in body)
    if (method !== 'PATCH' || refused.length > 0)
      return [400, { statusCode: 400, error: 'Bad Request', message: `${refused} cannot be changed` }]
    all.set(id, { ...known, ...body })
    return [200, all.get(id)]
  }

  const answer = (method: string, path: string, body: unknown, query: URLSearchParams): [number, unknown] => {
    const [kind = '', id, part] = path.split('/').map(decodeURIComponent)
    if (kind === 'connections' && id && part === 'clients') {
      const enabled = enabledClients.get(id) ?? new Set()
      enabledClients.set(id, enabled)
      if (method === 'GET') return [200, { clients: [...enabled].map((client_id) => ({ client_id })) }]
      for (const { client_id, status } of Array.isArray(body) ? body : []) {
        if (status) enabled.add(String(client_id))
        else enabled.delete(String(client_id))
      }
      return [204, null]
    }
    const values: Values = typeof body === 'object' && body !== null ? { ...body } : {}
    if (isKind(kind)) return answerResource(kind, id, method, values, query)
    if (path === 'custom-domains') return [200, singles.has(path) ? [singles.get(path)] : []]
    const single = singles.get(path)
    if (!single) {
      if (!/^(emails|email-templates|attack-protection)\//.test(path)) unknown.push(`${method} ${path}`)
      return [404, { statusCode: 404, error: 'Not Found', message: 'Not found' }]
    }
    if (method === 'PATCH') singles.set(path, { ...single, ...values })
    return [200, singles.get(path)]
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const method = request.method ?? 'GET'
    const path = url.pathname.replace('/api/v2/', '')
    const isAllowed = request.headers.authorization === 'Bearer management-token'
    if (isAllowed && method !== 'GET') changes.push(`${method} ${path}`)
    const [status, body] = isAllowed
      ? answer(method, path, text ? JSON.parse(text) : null, url.searchParams)
      : [401, { statusCode: 401, error: 'Unauthorized', message: 'Invalid token' }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? undefined : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    resources,
    singles,
    enabledClients,
    changes,
    unknown,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(kinds, text)
}
