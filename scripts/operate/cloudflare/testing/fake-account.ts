import { hash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { type KeptLog, queryLogs } from './fake-logs.ts'
import {
  answerS3,
  type Call,
  createStorage,
  type FakeStorage,
  importPath,
  type Routes,
  readsOnly,
  refusal,
  s3Path,
  storageRoutes,
} from './fake-storage.ts'
import { type FakeScript, workersRoutes } from './fake-workers.ts'
import { mayTeamCall } from './team-rights.ts'

interface CountedAnswers {
  dataset: string
  worker: string
  version: string
  status: string
  answers: number
  /** When they were counted. Without it, just now. */
  at?: Date
}

/** One account, empty at first. Tests read it and change it directly. */
const createAccount = (storage: FakeStorage) => ({
  ...storage,
  scripts: new Map<string, FakeScript>(),
  domains: new Map<string, string>(),
  zones: [] as string[],
  records: [] as string[],
  plans: ['workers_paid'],
  figures: [] as unknown[],
  /** Analytics Engine's points: sums of answers by dataset, worker, version and class. */
  answers: [] as CountedAnswers[],
  /** Tokens with rights on one worker alone, by the worker's name. */
  teamTokens: new Map<string, string>(),
  /** What Workers Logs has kept. */
  logs: [] as KeptLog[],
  /** Paths that the token may not read. */
  refused: [] as string[],
  /** Refuses every change after so many. */
  changesLeft: Number.POSITIVE_INFINITY,
  writes: [] as string[],
  /** By the hash that wrangler gives them. */
  assets: new Map<string, Buffer>(),
  /** Called when the visitors of a worker get other versions, before the request is answered. */
  onDeployment: async (_name: string): Promise<void> => {},
  /** Method and path of every request without a route. */
  unknown: [] as string[],
})
type FakeAccount = ReturnType<typeof createAccount>

const fakeAccountId = '0123456789abcdef0123456789abcdef'
const platformsToken = 'fake-token'
const apiPath = '/client/v4'
const accountPath = `/accounts/${fakeAccountId}`

/**
 * Cloudflare's API. It answers the fields that the SDK and wrangler read. D1 is a real SQLite. An
 * unknown request answers 404 and is listed in `unknown`.
 */
export function createFakeAccount(storage: FakeStorage = createStorage()) {
  const fake = createAccount(storage)
  const routes = { ...accountRoutes(fake), ...storageRoutes(fake), ...workersRoutes(fake) }
  const listener: RequestListener = async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://fake')
    const { method = 'GET', headers } = request
    const bytes = Buffer.concat(await Array.fromAsync(request))
    if (path.startsWith(importPath)) {
      const etag = hash('md5', bytes)
      fake.imports.set(path.slice(importPath.length), bytes.toString())
      return response.writeHead(200, { etag: `"${etag}"` }).end()
    }
    if (path.startsWith(s3Path)) {
      const place = decodeURIComponent(path.slice(s3Path.length + 1))
      const answer = await answerS3(fake, method, place, headers, bytes)
      return response.writeHead(answer.status).end(answer.bytes)
    }
    let status = 200
    let envelope: object
    try {
      const sent = await readBody(bytes, headers['content-type'] ?? '')
      const call = { query, headers, host: headers.host ?? '', ...sent }
      const result = await callApi(fake, routes, method, path.replace(apiPath, ''), call)
      // A list by cursor ends with an empty one. The SDK asks for the pages of another list until
      // one is empty.
      const { items = Number(query.get('page')) > 1 ? [] : result, cursor, data } = Object(result)
      envelope = {
        success: true,
        errors: [],
        messages: [],
        result: items,
        result_info: { cursor },
        data,
      }
    } catch (error) {
      const { code, message, ...refused } = {
        status: 400,
        code: 7500,
        message: String(error),
        ...Object(error),
      }
      status = refused.status
      envelope = { success: false, errors: [{ code, message }], messages: [], result: null }
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(envelope))
  }
  const variablesAt = (origin: string) => ({
    CLOUDFLARE_API_BASE_URL: origin + apiPath,
    CLOUDFLARE_ACCOUNT_ID: fakeAccountId,
    CLOUDFLARE_API_TOKEN: platformsToken,
    ENCRE_R2_ORIGIN: origin + s3Path,
  })
  return Object.assign(fake, { listener, variablesAt })
}

function callApi(
  fake: FakeAccount,
  routes: Routes,
  method: string,
  path: string,
  call: Omit<Call, 'params'>,
): unknown {
  const pathInAccount = path.startsWith(accountPath) ? path.slice(accountPath.length) : path
  const team = requireRights(fake, method, pathInAccount, call.headers.authorization)
  const route = findRoute(routes, method, pathInAccount)
  if (!route) {
    fake.unknown.push(`${method} ${path}`)
    throw refusal(404, 7003, `No route for that URI: ${method} ${path}`)
  }
  const isQuery = path.endsWith('/graphql') || path.endsWith('/telemetry/query')
  if (method !== 'GET' && !isQuery && !readsOnly(String(call.body.sql))) {
    if (fake.changesLeft-- <= 0) throw refusal(400, 10001, 'The fake refuses this change')
    fake.writes.push(`${method} ${pathInAccount}`)
  }
  const answer = route.answer({ ...call, params: route.params })
  // A list names what the token may see.
  const isList = team && pathInAccount === '/workers/scripts' && Array.isArray(answer)
  return isList ? answer.filter(({ id }) => id === team) : answer
}

/** Returns the worker of a team's token. */
function requireRights(fake: FakeAccount, method: string, path: string, authorization = '') {
  if (!authorization.startsWith('Bearer ')) throw refusal(400, 9106, 'Missing Authorization header')
  const token = authorization.slice('Bearer '.length)
  const team = fake.teamTokens.get(token)
  // An upload of files has its session's token, and the site's worker one for its answers alone.
  const others = ['/workers/assets/upload', '/analytics_engine/sql']
  const isKnown = team || token === platformsToken || others.includes(path)
  const isRefused = !isKnown || (team && !mayTeamCall(method, path, team, fake.scripts))
  if (isRefused || fake.refused.includes(path)) throw refusal(403, 10000, 'Authentication error')
  return team
}

function findRoute(routes: Routes, method: string, path: string) {
  for (const [name, answer] of Object.entries(routes)) {
    const [verb, pathname = ''] = name.split(' ')
    const match = verb === method && new URLPattern({ pathname }).exec({ pathname: path })
    if (match) return { answer, params: match.pathname.groups }
  }
  return null
}

/**
 * The JSON of a request. A worker's upload is a form, whose field `metadata` has its bindings, and
 * whose other fields are its modules.
 */
async function readBody(
  bytes: Buffer<ArrayBuffer>,
  type: string,
): Promise<Pick<Call, 'body' | 'files'>> {
  if (type.includes('json')) return { body: JSON.parse(bytes.toString() || '{}'), files: [] }
  if (type.startsWith('text/plain')) return { body: { sql: bytes.toString() }, files: [] }
  if (!type.startsWith('multipart/form-data')) return { body: { bytes }, files: [] }
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  const files: Call['files'] = []
  for (const [name, field] of form) {
    if (typeof field === 'string') continue
    files.push({ name, type: field.type, bytes: Buffer.from(await field.arrayBuffer()) })
  }
  const metadata = form.get('metadata')
  const json = metadata instanceof Blob ? await metadata.text() : (metadata ?? '{}')
  return { body: JSON.parse(json), files }
}

function accountRoutes(fake: FakeAccount): Routes {
  const { zones, records, plans, figures, domains } = fake
  return {
    // A token of the account, which a person does not own: cloudflare-docs#29486.
    'GET /user/tokens/verify': () => {
      throw refusal(401, 1000, 'Invalid API Token')
    },
    'GET /tokens/verify': () => ({ id: 'token', status: 'active' }),
    'GET /zones': () => zones.map((name) => ({ id: name, name, status: 'active' })),
    'GET /zones/:zone/dns_records': () => records.map((name) => ({ name, type: 'CNAME' })),
    'GET /subscriptions': () => plans.map((id) => ({ rate_plan: { id } })),
    'GET /workers/domains': () =>
      [...domains].map(([hostname, service]) => ({ id: hostname, hostname, service })),
    'DELETE /workers/domains/:id': ({ params: { id = '' } }) => domains.delete(id) && {},
    'POST /graphql': () => ({
      data: { viewer: { accounts: [{ workersInvocationsAdaptive: figures }] } },
    }),
    'POST /workers/observability/telemetry/query': ({ body }) => queryLogs(fake.logs, body),
    'POST /analytics_engine/sql': ({ body }) => ({ data: sumAnswers(fake, String(body.sql)) }),
  }
}

/**
 * https://developers.cloudflare.com/analytics/analytics-engine/sql-api: no dataset before its first
 * point, and sums as text.
 */
function sumAnswers({ answers }: FakeAccount, sql: string) {
  const [, requested] = /from (\w+)/.exec(sql) ?? []
  const ofDataset = answers.filter(({ dataset }) => dataset === requested)
  if (ofDataset.length === 0) throw refusal(422, 1003, `unknown table ${requested}`)
  const [, only] = /index1 = '(\w+)'/.exec(sql) ?? []
  const [, since = ''] = /toDateTime\('(.+?)'\)/.exec(sql) ?? []
  const start = Date.parse(`${since.replace(' ', 'T')}Z`)
  return ofDataset
    .filter(({ worker }) => !only || worker === only)
    .filter(({ at = new Date() }) => at.getTime() >= start)
    .map(({ answers, ...point }) => ({ ...point, answers: String(answers) }))
}
