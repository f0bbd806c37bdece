import { randomUUID } from 'node:crypto'
import { serve } from '../../lib/testing/serve.ts'
import {
  answerS3,
  type Body,
  type Call,
  createStorage,
  type Routes,
  readsOnly,
  refusal,
  s3Path,
  storageRoutes,
} from './fake-storage.ts'

interface FakeScript {
  /** The newest first, as in the API. */
  versions: { id: string; message: string }[]
  deployments: { versions: { version_id: string; percentage: number }[] }[]
  secrets: string[]
}

/** One account, empty at first. Tests read it and change it directly. */
const createAccount = () => ({
  ...createStorage(),
  scripts: new Map<string, FakeScript>(),
  domains: new Map<string, string>(),
  zones: [] as string[],
  records: [] as string[],
  plans: ['workers_paid'],
  figures: [] as unknown[],
  /** Paths that the token may not read. */
  refused: [] as string[],
  /** Refuses every change after so many. */
  changesLeft: Number.POSITIVE_INFINITY,
  writes: [] as string[],
  /** Method and path of every request without a route. */
  unknown: [] as string[],
})
type FakeAccount = ReturnType<typeof createAccount>
export type FakeCloudflare = Awaited<ReturnType<typeof startFakeCloudflare>>

const fakeAccountId = '0123456789abcdef0123456789abcdef'
const apiPath = '/client/v4'
const accountPath = `/accounts/${fakeAccountId}`

/**
 * Cloudflare's API on a free port of this machine. It answers the fields that the SDK and wrangler
 * read. D1 is a real SQLite. An unknown request answers 404 and is listed in `unknown`.
 */
export async function startFakeCloudflare() {
  const fake = createAccount()
  const routes = { ...accountRoutes(fake), ...storageRoutes(fake), ...workersRoutes(fake) }
  const origin = await serve(async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://fake')
    const { method = 'GET', headers } = request
    const bytes = Buffer.concat(await Array.fromAsync(request))
    if (path.startsWith(s3Path)) {
      const answer = answerS3(
        fake,
        method,
        decodeURIComponent(path.slice(s3Path.length + 1)),
        headers,
        bytes,
      )
      return response.writeHead(answer.status).end(answer.bytes)
    }
    let status = 200
    let envelope: object
    try {
      const body = await readBody(bytes, headers['content-type'] ?? '')
      const result = callApi(method, path.replace(apiPath, ''), { query, headers, body })
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
  })
  return Object.assign(fake, {
    variables: {
      CLOUDFLARE_API_BASE_URL: origin + apiPath,
      CLOUDFLARE_ACCOUNT_ID: fakeAccountId,
      CLOUDFLARE_API_TOKEN: 'fake-token',
      ENCRE_R2_ORIGIN: origin + s3Path,
    },
  })

  function callApi(method: string, path: string, call: Omit<Call, 'params'>): unknown {
    const pathInAccount = path.startsWith(accountPath) ? path.slice(accountPath.length) : path
    if (fake.refused.includes(pathInAccount)) throw refusal(403, 10000, 'Authentication error')
    const route = findRoute(routes, method, pathInAccount)
    if (!route) {
      fake.unknown.push(`${method} ${path}`)
      throw refusal(404, 7003, `No route for that URI: ${method} ${path}`)
    }
    const isRead = method === 'GET' || path.endsWith('/graphql') || readsOnly(String(call.body.sql))
    if (!isRead) {
      if (fake.changesLeft-- <= 0) throw refusal(400, 10001, 'The fake refuses this change')
      fake.writes.push(`${method} ${pathInAccount}`)
    }
    return route.answer({ ...call, params: route.params })
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

/** The JSON of a request. A worker's upload is a form, whose field `metadata` has its bindings. */
async function readBody(bytes: Buffer<ArrayBuffer>, type: string): Promise<Body> {
  if (type.includes('json')) return JSON.parse(bytes.toString() || '{}')
  if (!type.startsWith('multipart/form-data')) return {}
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  return JSON.parse(String(form.get('metadata') ?? '{}'))
}

function accountRoutes({ zones, records, plans, figures, domains }: FakeAccount): Routes {
  return {
    'GET /user/tokens/verify': () => ({ id: 'token', status: 'active' }),
    'GET /zones': () => zones.map((name) => ({ id: name, name, status: 'active' })),
    'GET /zones/:zone/dns_records': () => records.map((name) => ({ name, type: 'CNAME' })),
    'GET /subscriptions': () => plans.map((id) => ({ rate_plan: { id } })),
    'GET /workers/domains': () =>
      [...domains].map(([hostname, service]) => ({ hostname, service })),
    'POST /graphql': () => ({
      data: { viewer: { accounts: [{ workersInvocationsAdaptive: figures }] } },
    }),
  }
}

const noSubdomain = { enabled: false, previews_enabled: false }
const shownDeployments = 10

/** Workers: scripts, their versions and deployments. */
function workersRoutes({ scripts }: FakeAccount): Routes {
  const getScript = (name = ''): FakeScript => {
    const found = scripts.get(name)
    if (!found) throw refusal(404, 10007, 'This Worker does not exist on your account.')
    return found
  }
  return {
    'GET /workers/scripts': () => [...scripts.keys()].map((id) => ({ id })),
    'PUT /workers/scripts/:name': ({ params: { name = '' }, body }) => {
      const script = scripts.get(name) ?? { versions: [], deployments: [], secrets: [] }
      scripts.set(name, script)
      const id = addVersion(script, body)
      script.deployments.unshift({ versions: [{ version_id: id, percentage: 100 }] })
      return { id: name, deployment_id: id, startup_time_ms: 12 }
    },
    'GET /workers/services/:name': ({ params: { name } }) =>
      getScript(name) && {
        default_environment: {
          environment: 'production',
          script: { last_deployed_from: 'wrangler' },
        },
      },
    'GET /workers/workers/:name': ({ params: { name } }) =>
      getScript(name) && { id: name, subdomain: noSubdomain },
    'GET /workers/scripts/:name/settings': ({ params: { name } }) =>
      getScript(name) && { bindings: [] },
    'GET /workers/scripts/:name/secrets': ({ params: { name } }) =>
      getScript(name).secrets.map((secret) => ({ name: secret, type: 'secret_text' })),
    'POST /workers/scripts/:name/versions': ({ params: { name }, body }) => {
      const script = getScript(name)
      return describeVersion(script, addVersion(script, body))
    },
    'GET /workers/scripts/:name/versions/:id': ({ params: { name, id } }) =>
      describeVersion(getScript(name), id),
    'GET /workers/scripts/:name/deployments': ({ params: { name } }) => ({
      deployments: getScript(name).deployments.slice(0, shownDeployments),
    }),
    'POST /workers/scripts/:name/deployments': ({ params: { name }, body: { versions } }) => {
      getScript(name).deployments.unshift({ versions: Array.isArray(versions) ? versions : [] })
      return { id: 'deployment' }
    },
    'POST /workers/scripts/:name/subdomain': () => noSubdomain,
  }
}

/** Adds a version, and to the script's secrets those among its bindings. Returns its id. */
function addVersion({ versions, secrets }: FakeScript, { bindings, annotations }: Body): string {
  const id = randomUUID()
  versions.unshift({ id, message: Object(annotations)['workers/message'] ?? '' })
  for (const { type, name } of Array.isArray(bindings) ? bindings : []) {
    if (type === 'secret_text' && !secrets.includes(name)) secrets.push(name)
  }
  return id
}

function describeVersion({ versions }: FakeScript, id: string | undefined) {
  const version = versions.find((one) => one.id === id)
  if (!version) throw refusal(404, 10077, 'The version does not exist.')
  return {
    id,
    annotations: { 'workers/message': version.message },
    metadata: {},
    resources: {},
    startup_time_ms: 12,
  }
}
