import { randomUUID } from 'node:crypto'
import { ApiError, type Body, type FakeAccount, type FakeScript, type Routes } from './fake-account.ts'

const noSubdomain = { enabled: false, previews_enabled: false }
const created = { created_on: '2026-11-01T00:00:00Z', source: 'wrangler', author_email: 'a@encre.example' }
const shownDeployments = 10

/** Workers: scripts, their versions and deployments, and the domains that they serve. */
export function workersRoutes({ scripts, domains }: FakeAccount): Routes {
  const getScript = (name = ''): FakeScript => {
    const found = scripts.get(name)
    if (!found) throw new ApiError(404, 10007, 'This Worker does not exist on your account.')
    return found
  }
  return {
    'GET /workers/scripts': () => [...scripts].map(([id, { migrationTag }]) => ({ id, migration_tag: migrationTag })),
    'PUT /workers/scripts/:name': ({ params: { name = '' }, body }) => {
      const script = scripts.get(name) ?? { versions: [], deployments: [], secrets: [] }
      scripts.set(name, script)
      const { id } = addVersion(script, body)
      script.deployments.unshift({ versions: [{ version_id: id, percentage: 100 }] })
      return { id: name, tag: name, etag: id, deployment_id: id, startup_time_ms: 12, entry_point: 'worker.js' }
    },
    'GET /workers/services/:name': ({ params: { name = '' } }) => {
      const script = { id: name, migration_tag: getScript(name).migrationTag, last_deployed_from: 'wrangler', tag: name }
      return { id: name, default_environment: { environment: 'production', script } }
    },
    'GET /workers/workers/:name': ({ params: { name } }) => {
      getScript(name)
      return { id: name, name, subdomain: noSubdomain, observability: { enabled: true } }
    },
    'GET /workers/scripts/:name/settings': ({ params: { name } }) => {
      getScript(name)
      return { bindings: [{ type: 'plain_text', name: 'SITE_ORIGIN', text: 'https://before.encre.tattoo' }] }
    },
    'GET /workers/scripts/:name/secrets': ({ params: { name } }) =>
      getScript(name).secrets.map((secret) => ({ name: secret, type: 'secret_text' })),

    'POST /workers/scripts/:name/versions': ({ params: { name }, body }) => describeVersion(addVersion(getScript(name), body)),
    'GET /workers/scripts/:name/versions/:id': ({ params: { name, id } }) => {
      const version = getScript(name).versions.find((one) => one.id === id)
      if (!version) throw new ApiError(404, 10077, 'The version does not exist.')
      return describeVersion(version)
    },
    'GET /workers/scripts/:name/deployments': ({ params: { name } }) => ({
      deployments: getScript(name)
        .deployments.slice(0, shownDeployments)
        .map((one) => ({ id: 'deployment', ...created, annotations: {}, ...one })),
    }),
    'POST /workers/scripts/:name/deployments': ({ params: { name }, body: { versions } }) => {
      getScript(name).deployments.unshift({ versions: Array.isArray(versions) ? versions : [] })
      return { id: 'deployment', ...created }
    },

    'POST /workers/scripts/:name/subdomain': () => noSubdomain,
    'GET /workers/domains': () => [...domains].map(([hostname, service]) => ({ hostname, service })),
  }
}

/** Adds a version, and to the script's secrets those among its bindings. */
function addVersion({ versions, secrets }: FakeScript, { bindings, annotations }: Body): FakeScript['versions'][number] {
  const message = Object(annotations)['workers/message'] ?? ''
  versions.unshift({ id: randomUUID(), message })
  for (const { type, name } of Array.isArray(bindings) ? bindings : []) {
    if (type === 'secret_text' && !secrets.includes(name)) secrets.push(name)
  }
  return versions[0] ?? { id: '', message }
}

function describeVersion({ id, message }: FakeScript['versions'][number]) {
  return {
    id,
    number: 1,
    metadata: { ...created, modified_on: created.created_on },
    annotations: { 'workers/message': message },
    resources: { bindings: [], script: { etag: id, handlers: ['fetch'] }, script_runtime: { usage_model: 'standard' } },
    startup_time_ms: 12,
  }
}
