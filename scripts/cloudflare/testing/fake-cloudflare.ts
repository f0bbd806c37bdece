import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerTransfer, d1Routes, transferPath } from './d1-routes.ts'
import { ApiError, type Body, type Call, createFakeAccount, type FakeAccount, Page, type Routes } from './fake-account.ts'
import { answerS3, r2Routes, s3Path } from './r2-routes.ts'
import { workersRoutes } from './workers-routes.ts'

const fakeAccountId = '0123456789abcdef0123456789abcdef'

export interface FakeCloudflare extends FakeAccount {
  /** The environment of a command that uses this account. */
  variables: Record<string, string>
  /** Refuses every change after so many. */
  failAfter(changes: number): void
  /** Method and path of every request that changes something. */
  writes: string[]
  /** Method and path of every request without a route. */
  unknown: string[]
  close(): Promise<void>
}

const apiPath = '/client/v4'
const accountPath = `/accounts/${fakeAccountId}`

/**
 * Cloudflare's API on a free port of this machine, with one empty account. Paths and fields follow the types of Cloudflare's SDK and what
 * wrangler sends. D1 is a real SQLite. An unknown request answers 404 and is listed in `unknown`.
 */
export async function startFakeCloudflare(): Promise<FakeCloudflare> {
  const account = createFakeAccount()
  const routes: Routes = {
    'GET /user/tokens/verify': () => ({ id: 'token', status: 'active' }),
    'GET /zones': () => account.zones.map((name) => ({ id: name, name, status: 'active' })),
    'GET /zones/:zone/dns_records': () => account.records.map((name) => ({ name, type: 'CNAME' })),
    'GET /subscriptions': () => account.plans.map((id) => ({ rate_plan: { id } })),
    ...d1Routes(account),
    ...r2Routes(account),
    ...workersRoutes(account),
  }
  const writes: string[] = []
  const unknown: string[] = []
  let changesLeft = Number.POSITIVE_INFINITY

  const callApi = (method: string, path: string, call: Omit<Call, 'params'>): unknown => {
    const pathInAccount = path.startsWith(accountPath) ? path.slice(accountPath.length) : path
    if (account.refused.includes(pathInAccount)) throw new ApiError(403, 10000, 'Authentication error')
    const route = findRoute(routes, method, pathInAccount)
    if (!route) {
      unknown.push(`${method} ${path}`)
      throw new ApiError(404, 7003, `No route for that URI: ${method} ${path}`)
    }
    if (isChange(method, pathInAccount, call.body)) {
      if (changesLeft <= 0) throw new ApiError(400, 10001, 'The fake refuses this change')
      changesLeft -= 1
      writes.push(`${method} ${pathInAccount}`)
    }
    return route.answer({ ...call, params: route.params })
  }

  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://fake')
    const { method = 'GET', headers } = request
    const bytes = Buffer.concat(await Array.fromAsync(request))
    if (path.startsWith(transferPath)) {
      answerTransfer(account, request, response, { path, bytes })
      return
    }
    if (path.startsWith(s3Path)) {
      answerS3(account, request, response, { path, bytes })
      if (method === 'PUT') writes.push(`PUT ${path}`)
      return
    }
    const body = await readBody(bytes, headers['content-type'] ?? '')
    let status = 200
    let envelope: object
    try {
      envelope = success(callApi(method, path.replace(apiPath, ''), { query, headers, body }), query)
    } catch (error) {
      const { code, message } = error instanceof ApiError ? error : { code: 7500, message: String(error) }
      status = error instanceof ApiError ? error.status : 400
      envelope = { success: false, errors: [{ code, message }], messages: [], result: null }
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(envelope))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...account,
    variables: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}${apiPath}`,
      CLOUDFLARE_ACCOUNT_ID: fakeAccountId,
      CLOUDFLARE_API_TOKEN: 'fake-token',
      ENCRE_R2_ORIGIN: `http://127.0.0.1:${port}${s3Path}`,
      WRANGLER_SEND_METRICS: 'false',
    },
    failAfter: (changes) => {
      changesLeft = changes
    },
    writes,
    unknown,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function findRoute(routes: Routes, method: string, path: string) {
  for (const [name, answer] of Object.entries(routes)) {
    const [verb, pathname = ''] = name.split(' ')
    const match = verb === method && new URLPattern({ pathname }).exec({ pathname: path })
    if (match) return { answer, params: match.pathname.groups }
  }
  return null
}

/** An export changes nothing. A query may only read. Everything else but GET is a change. */
function isChange(method: string, path: string, { sql }: Body): boolean {
  if (method === 'GET' || path.endsWith('/export')) return false
  return !(path.endsWith('/query') && /^\s*(select|pragma)/i.test(String(sql)))
}

/** The JSON around a result. */
function success(result: unknown, query: URLSearchParams): object {
  const envelope = { success: true, errors: [], messages: [] }
  if (result instanceof Page) {
    return { ...envelope, result: result.items, result_info: { cursor: result.cursor, is_truncated: result.cursor !== '' } }
  }
  if (!Array.isArray(result)) return { ...envelope, result }
  // Every list has one page. The SDK asks until a page is empty.
  const list = Number(query.get('page') ?? 1) > 1 ? [] : result
  return {
    ...envelope,
    result: list,
    result_info: { page: 1, per_page: 100, count: list.length, total_count: list.length, total_pages: 1 },
  }
}

/** The JSON of a request. A worker's upload is a form, whose field `metadata` has its bindings. */
async function readBody(bytes: Buffer<ArrayBuffer>, type: string): Promise<Body> {
  if (type.includes('json')) return JSON.parse(bytes.toString() || '{}')
  if (!type.startsWith('multipart/form-data')) return {}
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  const metadata = form.get('metadata')
  return typeof metadata === 'string' ? JSON.parse(metadata) : {}
}
