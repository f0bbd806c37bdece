import { randomUUID } from 'node:crypto'
import type { FakeAccount, FakeScript, FakeVersion } from './fake-account.ts'
import { ApiError, type Body, type Routes } from './routes.ts'

type Scripts = FakeAccount['scripts']

/** Workers: scripts, their versions and deployments, and the domains that they serve. */
export function workersRoutes({ scripts, domains }: FakeAccount): Routes {
  return { ...scriptRoutes(scripts), ...versionRoutes(scripts), ...domainRoutes(domains) }
}

function scriptRoutes(scripts: Scripts): Routes {
  return {
    'GET /workers/scripts': () => [...scripts].map(([id, { migrationTag }]) => ({ id, migration_tag: migrationTag })),
    'PUT /workers/scripts/:name': ({ params: { name = '' }, body }) => {
      const script = scripts.get(name) ?? { versions: [], deployments: [], secrets: [] }
      scripts.set(name, script)
      const { id } = addVersion(script, body)
      addDeployment(script, [{ version_id: id, percentage: 100 }])
      return { id: name, tag: name, etag: id, deployment_id: id, startup_time_ms: 12, entry_point: 'worker.js' }
    },
    'GET /workers/services/:name': ({ params: { name = '' } }) => {
      const { migrationTag } = getScript(scripts, name)
      const script = { id: name, migration_tag: migrationTag, last_deployed_from: 'wrangler', tag: name }
      return { id: name, default_environment: { environment: 'production', script } }
    },
    'GET /workers/workers/:name': ({ params: { name = '' } }) => {
      getScript(scripts, name)
      return { id: name, name, subdomain: noSubdomain, observability: { enabled: true } }
    },
    'GET /workers/scripts/:name/settings': ({ params: { name = '' } }) => describeSettings(scripts, name),
    'GET /workers/scripts/:name/script-settings': ({ params: { name = '' } }) => describeSettings(scripts, name),
    'PATCH /workers/scripts/:name/script-settings': ({ params: { name = '' } }) => describeSettings(scripts, name),
    'GET /workers/scripts/:name/secrets': ({ params: { name = '' } }) =>
      getScript(scripts, name).secrets.map((secret) => ({ name: secret, type: 'secret_text' })),
    'POST /workers/scripts/:name/assets-upload-session': () => ({ jwt: 'jwt', buckets: [] }),
    'PUT /workers/scripts/:name/schedules': ({ body }) => ({ schedules: body }),
  }
}

function versionRoutes(scripts: Scripts): Routes {
  return {
    'GET /workers/scripts/:name/versions': ({ params: { name = '' } }) => ({
      items: getScript(scripts, name).versions.map(describeVersion),
    }),
    'POST /workers/scripts/:name/versions': ({ params: { name = '' }, body }) =>
      describeVersion(addVersion(getScript(scripts, name), body)),
    'GET /workers/scripts/:name/versions/:id': ({ params: { name = '', id } }) => {
      const version = getScript(scripts, name).versions.find((one) => one.id === id)
      if (!version) throw new ApiError(404, 10077, 'The version does not exist.')
      return describeVersion(version)
    },
    'GET /workers/scripts/:name/deployments': ({ params: { name = '' } }) => ({ deployments: getScript(scripts, name).deployments }),
    'POST /workers/scripts/:name/deployments': ({ params: { name = '' }, body: { versions } }) =>
      addDeployment(getScript(scripts, name), Array.isArray(versions) ? versions : []),
  }
}

function domainRoutes(domains: FakeAccount['domains']): Routes {
  return {
    'GET /workers/subdomain': () => ({ subdomain: 'encre' }),
    'GET /workers/scripts/:name/subdomain': () => noSubdomain,
    'POST /workers/scripts/:name/subdomain': () => noSubdomain,
    'POST /workers/scripts/:name/domains/changeset': () => ({ added: [], removed: [], updated: [], conflicting: [] }),
    'PUT /workers/scripts/:name/domains/records': ({ params: { name = '' }, body: { origins } }) => {
      for (const { hostname } of Array.isArray(origins) ? origins : []) domains.set(String(hostname), name)
      return []
    },
  }
}

const noSubdomain = { enabled: false, previews_enabled: false }

function getScript(scripts: Scripts, name: string): FakeScript {
  const found = scripts.get(name)
  if (!found) throw new ApiError(404, 10007, 'This Worker does not exist on your account.')
  return found
}

/** Adds a version, and to the script's secrets those among its bindings. */
function addVersion({ versions, secrets }: FakeScript, { bindings }: Body): FakeVersion {
  const version = { id: randomUUID(), number: versions.length + 1 }
  versions.unshift(version)
  for (const { type, name } of Array.isArray(bindings) ? bindings : []) {
    if (type === 'secret_text' && !secrets.includes(name)) secrets.push(name)
  }
  return version
}

function addDeployment({ deployments }: FakeScript, versions: FakeScript['deployments'][number]['versions']) {
  const deployment = {
    id: randomUUID(),
    source: 'wrangler',
    strategy: 'percentage',
    created_on: '2026-11-01T00:00:00Z',
    author_email: 'a@encre.example',
    annotations: {},
    versions,
  }
  deployments.unshift(deployment)
  return deployment
}

function describeSettings(scripts: Scripts, name: string) {
  getScript(scripts, name)
  return {
    bindings: [{ type: 'plain_text', name: 'SITE_ORIGIN', text: 'https://before.encre.tattoo' }],
    compatibility_date: '2026-11-01',
  }
}

function describeVersion({ id, number }: FakeVersion) {
  return {
    id,
    number,
    metadata: {
      created_on: '2026-11-01T00:00:00Z',
      modified_on: '2026-11-01T00:00:00Z',
      source: 'wrangler',
      author_email: 'a@encre.example',
    },
    annotations: {},
    resources: { bindings: [], script: { etag: id, handlers: ['fetch'] }, script_runtime: { usage_model: 'standard' } },
    startup_time_ms: 12,
  }
}
