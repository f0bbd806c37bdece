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

interface FakeVersion {
  id: string
  message: string
  tag?: string
  /** Its own values, by name. */
  secrets: Record<string, string>
}

interface FakeScript {
  /** The newest first, as in the API. */
  versions: FakeVersion[]
  deployments: { versions: { version_id: string; percentage: number }[] }[]
}

interface CountedAnswers {
  dataset: string
  worker: string
  version: string
  status: string
  answers: number
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
  /** Analytics Engine's points: sums of answers by dataset, worker, version and class. */
  answers: [] as CountedAnswers[],
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
  if (type.startsWith('text/plain')) return { sql: bytes.toString() }
  if (!type.startsWith('multipart/form-data')) return {}
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  return JSON.parse(String(form.get('metadata') ?? '{}'))
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
      [...domains].map(([hostname, service]) => ({ hostname, service })),
    'POST /graphql': () => ({
      data: { viewer: { accounts: [{ workersInvocationsAdaptive: figures }] } },
    }),
    'POST /analytics_engine/sql': ({ body }) => ({ data: sumAnswers(fake, String(body.sql)) }),
  }
}

/**
 * https://developers.cloudflare.com/analytics/analytics-engine/sql-api: no dataset before its first
 * point, and sums as text.
 */
function sumAnswers({ answers }: FakeAccount, sql: string) {
  const asked = /from (?<dataset>\w+)\s+where index1 = '(?<worker>\w+)'/.exec(sql)?.groups
  const ofDataset = answers.filter(({ dataset }) => dataset === asked?.dataset)
  if (ofDataset.length === 0) throw refusal(422, 1003, `unknown table ${asked?.dataset}`)
  return ofDataset
    .filter(({ worker }) => worker === asked?.worker)
    .map(({ version, status, answers }) => ({ version, status, answers: String(answers) }))
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
      const script = scripts.get(name) ?? { versions: [], deployments: [] }
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
      Object.keys(getScript(name).versions[0]?.secrets ?? {}).map((secret) => ({
        name: secret,
        type: 'secret_text',
      })),
    'PUT /workers/scripts/:name/secrets': ({ params: { name }, body }) => {
      const script = getScript(name)
      refuseUndeployed(script)
      const bindings = [{ type: 'secret_text', name: body.name, text: body.text }]
      const id = addVersion(script, { bindings })
      script.deployments.unshift({ versions: [{ version_id: id, percentage: 100 }] })
      return { name: body.name, type: 'secret_text' }
    },
    'POST /workers/scripts/:name/versions': ({ params: { name }, body }) => {
      const script = getScript(name)
      return describeVersion(script, addVersion(script, body))
    },
    'GET /workers/scripts/:name/versions': ({ params: { name }, query }) => {
      const script = getScript(name)
      const isFirst = Number(query.get('page') ?? 1) === 1
      const listed = isFirst ? script.versions.map(({ id }) => describeVersion(script, id)) : []
      return { items: { items: listed } }
    },
    'GET /workers/scripts/:name/versions/:id': ({ params: { name, id } }) =>
      describeVersion(getScript(name), id),
    'GET /workers/scripts/:name/deployments': ({ params: { name } }) => ({
      deployments: getScript(name).deployments.slice(0, shownDeployments),
    }),
    'POST /workers/scripts/:name/deployments': ({ params: { name }, query, body }) => {
      const script = getScript(name)
      const versions = Array.isArray(body.versions) ? body.versions : []
      if (query.get('force') !== 'true') refuseOldSecrets(script, versions)
      script.deployments.unshift({ versions })
      return { id: 'deployment' }
    },
    'POST /workers/scripts/:name/subdomain': () => noSubdomain,
  }
}

/** A secret is set on the newest version, which must be the deployed one: code 10215 of wrangler. */
function refuseUndeployed({ versions, deployments }: FakeScript): void {
  const deployed = deployments[0]?.versions.map(({ version_id }) => version_id) ?? []
  if (versions[0] && deployed.includes(versions[0].id) && deployed.length === 1) return
  throw refusal(
    400,
    10215,
    'Secret edit failed. You attempted to modify a secret, but the latest version of your Worker is not currently deployed.',
  )
}

/**
 * An older version than the live one, with other secrets: code 10220 of wrangler's rollback, and
 * `force` of https://developers.cloudflare.com/api/resources/workers/subresources/scripts/subresources/deployments/methods/create.
 */
function refuseOldSecrets(
  { versions, deployments }: FakeScript,
  asked: { version_id: string }[],
): void {
  const place = ({ version_id }: { version_id: string }) => {
    const found = versions.findIndex(({ id }) => id === version_id)
    if (found === -1) throw refusal(404, 10077, 'The version does not exist.')
    return found
  }
  const served = (deployments[0]?.versions ?? []).map(place)
  const live = Math.min(...served)
  const secretsOf = (index: number) => versions[index]?.secrets ?? {}
  const older = asked.map(place).filter((index) => index > live && !served.includes(index))
  const changed = older.flatMap((index) => {
    const names = Object.keys({ ...secretsOf(index), ...secretsOf(live) })
    return names.filter((name) => secretsOf(index)[name] !== secretsOf(live)[name])
  })
  if (changed.length === 0) return
  const names = [...new Set(changed)].join(', ')
  throw refusal(
    400,
    10220,
    `You are about to roll back to a version with other secrets. The following secrets have changed: ${names}`,
  )
}

/** Adds a version. It has the secrets of the one before, and those among its bindings. */
function addVersion({ versions }: FakeScript, { bindings, annotations }: Body): string {
  const id = randomUUID()
  const { 'workers/message': message = '', 'workers/tag': tag } = Object(annotations)
  const secrets: FakeVersion['secrets'] = { ...versions[0]?.secrets }
  for (const { type, name, text } of Array.isArray(bindings) ? bindings : []) {
    if (type === 'secret_text') secrets[name] = text
  }
  versions.unshift({ id, message, tag, secrets })
  return id
}

function describeVersion({ versions }: FakeScript, id: string | undefined) {
  const index = versions.findIndex((one) => one.id === id)
  const version = versions[index]
  if (!version) throw refusal(404, 10077, 'The version does not exist.')
  return {
    id,
    number: versions.length - index,
    annotations: { 'workers/message': version.message, 'workers/tag': version.tag },
    metadata: {},
    resources: {},
    startup_time_ms: 12,
  }
}
