import { randomUUID } from 'node:crypto'
import { type Body, type Call, type Routes, refusal } from './fake-storage.ts'

export interface FakeVersion {
  id: string
  message: string
  tag?: string
  /** Its own values, by name. */
  secrets: Record<string, string>
  upload?: Upload
}

/** What wrangler sends of a version, as it sends it. */
export interface Upload {
  metadata: Body
  files: Call['files']
}

export interface FakeScript {
  /** The newest first, as in the API. */
  versions: FakeVersion[]
  deployments: FakeDeployment[]
  /** Its Durable Objects' classes, as declared. */
  classes?: string
  hasCron?: boolean
  /** What is logged and traced: the worker's, not a version's. */
  observability?: unknown
}

interface FakeDeployment {
  versions: { version_id: string; percentage: number }[]
}

/** What an account has of workers. */
interface FakeWorkers {
  scripts: Map<string, FakeScript>
  /** By the hash that wrangler gives them. */
  assets: Map<string, Buffer>
  zones: string[]
  domains: Map<string, string>
  /** Called when the visitors of a worker get other versions, before the request is answered. */
  onDeployment: (name: string) => Promise<void>
}

const noSubdomain = { enabled: false, previews_enabled: false }
const shownDeployments = 10

/** Workers: scripts, their versions, deployments and files. */
export function workersRoutes(fake: FakeWorkers): Routes {
  return { ...scriptRoutes(fake), ...versionRoutes(fake), ...assetRoutes(fake) }
}

const isBoundTo = ({ versions }: FakeScript, name: string) => {
  const { bindings } = versions[0]?.upload?.metadata ?? {}
  return (Array.isArray(bindings) ? bindings : []).some(({ service }) => service === name)
}

function getScript({ scripts }: FakeWorkers, name = ''): FakeScript {
  const found = scripts.get(name)
  if (!found) throw refusal(404, 10007, 'This Worker does not exist on your account.')
  return found
}

async function deploy(
  fake: FakeWorkers,
  name: string,
  versions: FakeDeployment['versions'],
): Promise<void> {
  getScript(fake, name).deployments.unshift({ versions })
  await fake.onDeployment(name)
}

const giveEveryone = (fake: FakeWorkers, name: string, id: string) =>
  deploy(fake, name, [{ version_id: id, percentage: 100 }])

function scriptRoutes(fake: FakeWorkers): Routes {
  return {
    'GET /workers/scripts': () => [...fake.scripts.keys()].map((id) => ({ id })),
    'PUT /workers/scripts/:name': async ({ params: { name = '' }, body, files }) => {
      const script = fake.scripts.get(name) ?? { versions: [], deployments: [] }
      fake.scripts.set(name, script)
      script.classes = JSON.stringify(body.exports)
      script.observability = body.observability
      const id = addVersion(script, body, { metadata: body, files })
      await giveEveryone(fake, name, id)
      return { id: name, deployment_id: id, startup_time_ms: 12 }
    },
    // With `force`, "any of these associated bindings/durable objects will be deleted along with
    // the script": https://developers.cloudflare.com/api/resources/workers/subresources/scripts
    'DELETE /workers/scripts/:name': async ({ params: { name = '' }, query }) => {
      const { classes } = getScript(fake, name)
      const asking = [...fake.scripts].find(([, one]) => isBoundTo(one, name))?.[0]
      if ((classes || asking) && query.get('force') !== 'true')
        throw refusal(400, 10064, `The script is in use by ${asking ?? 'a Durable Object'}.`)
      fake.scripts.delete(name)
      await fake.onDeployment(name)
      return null
    },
    'GET /workers/services/:name': ({ params: { name } }) =>
      getScript(fake, name) && {
        default_environment: {
          environment: 'production',
          script: { last_deployed_from: 'wrangler' },
        },
      },
    'GET /workers/workers/:name': ({ params: { name } }) =>
      getScript(fake, name) && { id: name, subdomain: noSubdomain },
    'GET /workers/scripts/:name/settings': ({ params: { name } }) =>
      getScript(fake, name) && { bindings: [] },
    'PATCH /workers/scripts/:name/script-settings': ({ params: { name }, body }) => {
      getScript(fake, name).observability = body.observability
      return {}
    },
    'GET /workers/scripts/:name/secrets': ({ params: { name } }) =>
      Object.keys(getScript(fake, name).versions[0]?.secrets ?? {}).map((secret) => ({
        name: secret,
        type: 'secret_text',
      })),
    'PUT /workers/scripts/:name/secrets': async ({ params: { name = '' }, body }) => {
      const script = getScript(fake, name)
      refuseUndeployed(script)
      const bindings = [{ type: 'secret_text', name: body.name, text: body.text }]
      const id = addVersion(script, { bindings }, script.versions[0]?.upload)
      await giveEveryone(fake, name, id)
      return { name: body.name, type: 'secret_text' }
    },
    'POST /workers/scripts/:name/versions': ({ params: { name }, body, files }) => {
      const script = getScript(fake, name)
      // https://developers.cloudflare.com/workers/versions-and-deployments/gradual-deployments/with-durable-objects
      if (script.classes !== JSON.stringify(body.exports))
        throw refusal(400, 10211, 'The version changes the class of a Durable Object.')
      return describeVersion(script, addVersion(script, body, { metadata: body, files }))
    },
    'POST /workers/scripts/:name/subdomain': () => noSubdomain,
    'PUT /workers/scripts/:name/schedules': ({ params: { name }, body }) => {
      getScript(fake, name).hasCron = true
      return { schedules: body }
    },
    'POST /workers/scripts/:name/domains/changeset': () => ({
      added: [],
      updated: [],
      removed: [],
      conflicting: [],
    }),
    'PUT /workers/scripts/:name/domains/records': ({ params: { name = '' }, body }) => {
      const { hostname: pattern } = Object(Object(body.origins)[0])
      // The rehearsal's sites have ports.
      const [hostname = ''] = String(pattern).split(':')
      fake.domains.set(hostname, name)
      return [{ hostname, service: name }]
    },
  }
}

function versionRoutes(fake: FakeWorkers): Routes {
  return {
    'GET /workers/scripts/:name/versions': ({ params: { name }, query }) => {
      const script = getScript(fake, name)
      const isFirst = Number(query.get('page') ?? 1) === 1
      const listed = isFirst ? script.versions.map(({ id }) => describeVersion(script, id)) : []
      return { items: { items: listed } }
    },
    'GET /workers/scripts/:name/versions/:id': ({ params: { name, id } }) =>
      describeVersion(getScript(fake, name), id),
    'GET /workers/scripts/:name/deployments': ({ params: { name }, query }) => ({
      deployments: getScript(fake, name)
        .deployments.slice(0, Number(query.get('per_page') ?? shownDeployments))
        .map((deployment, index) => ({ ...deployment, ...createdAt(index), source: 'api' })),
    }),
    'POST /workers/scripts/:name/deployments': async ({ params: { name = '' }, query, body }) => {
      const script = getScript(fake, name)
      const versions = Array.isArray(body.versions) ? body.versions : []
      if (query.get('force') !== 'true') refuseOldSecrets(script, versions)
      await deploy(fake, name, versions)
      return { id: 'deployment' }
    },
  }
}

function assetRoutes(fake: FakeWorkers): Routes {
  return {
    // https://developers.cloudflare.com/workers/static-assets/direct-upload: here the token is
    // the list of the files.
    'POST /workers/scripts/:name/assets-upload-session': ({ body: { manifest } }) => {
      const hashes = Object.values(Object(manifest)).map((file) => String(Object(file).hash))
      const jwt = Buffer.from(JSON.stringify(manifest)).toString('base64url')
      const missing = [...new Set(hashes)].filter((hash) => !fake.assets.has(hash))
      return { jwt, buckets: missing.length > 0 ? [missing] : [] }
    },
    'POST /workers/assets/upload': ({ headers, files }) => {
      for (const { name, bytes } of files) {
        fake.assets.set(name, Buffer.from(bytes.toString(), 'base64'))
      }
      return { jwt: headers.authorization?.replace('Bearer ', '') }
    },
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
  requested: { version_id: string }[],
): void {
  const place = ({ version_id }: { version_id: string }) => {
    const found = versions.findIndex(({ id }) => id === version_id)
    if (found === -1) throw refusal(404, 10077, 'The version does not exist.')
    return found
  }
  const served = (deployments[0]?.versions ?? []).map(place)
  const live = Math.min(...served)
  const secretsOf = (index: number) => versions[index]?.secrets ?? {}
  const older = requested.map(place).filter((index) => index > live && !served.includes(index))
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
function addVersion(
  { versions }: FakeScript,
  { bindings, annotations }: Body,
  upload?: Upload,
): string {
  const id = randomUUID()
  const { 'workers/message': message = '', 'workers/tag': tag } = Object(annotations)
  const secrets: FakeVersion['secrets'] = { ...versions[0]?.secrets }
  for (const { type, name, text } of Array.isArray(bindings) ? bindings : []) {
    if (type === 'secret_text') secrets[name] = text
  }
  versions.unshift({ id, message, tag, secrets, ...(upload && { upload }) })
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
    metadata: { ...createdAt(index), source: 'api' },
    resources: {
      script: { etag: '', handlers: ['fetch'] },
      script_runtime: { usage_model: 'standard' },
      bindings: [],
    },
    startup_time_ms: 12,
  }
}

/** A minute after the one before. */
const createdAt = (index: number) => ({
  created_on: new Date(Date.now() - index * 60_000).toISOString(),
  author_email: 'ana@encre.example',
})
