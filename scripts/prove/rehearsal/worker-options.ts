import type { Request, Response, V4MiniflareOptions } from 'miniflare'
import * as z from 'zod'
import type { FakeVersion, Upload } from '../../operate/cloudflare/testing/fake-workers.ts'

type WorkerOptions = Extract<V4MiniflareOptions, { workers: unknown }>['workers'][number]

type Module = Extract<WorkerOptions['modules'], unknown[]>[number]

/** Binds every database and bucket, for the account's API. */
export const storageName = 'account-storage'

export const storageWorker = (databases: string[], buckets: string[]): WorkerOptions => ({
  name: storageName,
  modules: true,
  script: `export default { fetch: () => new Response(null, { status: 404 }) }
import { WorkerEntrypoint } from 'cloudflare:workers'
const refuse = () => { throw new Error('9422: the limit of the month is reached') }
export class SpentImages extends WorkerEntrypoint { info() { refuse() } input() { refuse() } }`,
  d1Databases: Object.fromEntries(databases.map((id) => [id, id])),
  r2Buckets: Object.fromEntries(buckets.map((name) => [name, name])),
})

interface DescribedWorker {
  script: string
  /** Its name in the runtime. */
  name: string
  version: FakeVersion
  isImagesSpent: boolean
  /** The folder of its static files, or empty. */
  assets: string
  outside: (request: Request) => Promise<Response>
  /** The names of the versions that it asks, for workers of which it does not ask the main one. */
  replaced: Record<string, string>
  isDeployed: (script: string) => boolean
}

/** What the upload of a version says, in the runtime's words. */
export function describeWorker(worker: DescribedWorker): WorkerOptions {
  const { name, version, outside, assets } = worker
  const { metadata, files } = version.upload ?? { metadata: {}, files: [] }
  const groups: Record<string, object> = { bindings: version.secrets }
  for (const binding of z.array(Binding).parse(metadata.bindings)) {
    for (const [group, described] of Object.entries(describeBinding(binding, worker))) {
      groups[group] = { ...groups[group], ...Object(described) }
    }
  }
  return {
    name,
    compatibilityDate: String(metadata.compatibility_date),
    compatibilityFlags: Object(metadata.compatibility_flags ?? []),
    modules: describeModules(String(metadata.main_module), files),
    outboundService: outside,
    ...groups,
    ...(assets && {
      assets: {
        directory: assets,
        binding: 'ASSETS',
        routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
        assetConfig: { html_handling: 'none', not_found_handling: 'none' },
      },
    }),
  }
}

/** The entry first, as the runtime expects. */
function describeModules(main: string, files: Upload['files']): Module[] {
  const entry = files.filter(({ name }) => name === main)
  const others = files.filter(({ name }) => name !== main)
  return [...entry, ...others].map(({ name: path, type, bytes }) => {
    if (type.includes('wasm')) return { type: 'CompiledWasm', path, contents: bytes }
    if (type.includes('javascript')) return { type: 'ESModule', path, contents: bytes.toString() }
    if (type.startsWith('text')) return { type: 'Text', path, contents: bytes.toString() }
    return { type: 'Data', path, contents: bytes }
  })
}

const Binding = z.discriminatedUnion('type', [
  z.object({ type: z.literal('d1'), name: z.string(), id: z.string() }),
  z.object({ type: z.literal('r2_bucket'), name: z.string(), bucket_name: z.string() }),
  z.object({
    type: z.literal('ratelimit'),
    name: z.string(),
    namespace_id: z.string(),
    simple: z.unknown(),
  }),
  z.object({ type: z.literal('version_metadata'), name: z.string() }),
  z.object({ type: z.literal('analytics_engine'), name: z.string(), dataset: z.string() }),
  z.object({ type: z.literal('plain_text'), name: z.string(), text: z.string() }),
  z.object({ type: z.literal('secret_text'), name: z.string() }),
  z.object({ type: z.literal('assets'), name: z.string() }),
  z.object({ type: z.literal('images'), name: z.string() }),
  z.object({
    type: z.literal('durable_object_namespace'),
    name: z.string(),
    class_name: z.string(),
  }),
  z.object({
    type: z.literal('service'),
    name: z.string(),
    service: z.string(),
    entrypoint: z.optional(z.string()),
  }),
])
type Binding = z.infer<typeof Binding>

/** One binding in its group of the runtime's options. */
function describeBinding(binding: Binding, worker: DescribedWorker): Record<string, object> {
  const { name } = binding
  switch (binding.type) {
    case 'd1':
      return { d1Databases: { [name]: binding.id } }
    case 'r2_bucket':
      return { r2Buckets: { [name]: binding.bucket_name } }
    case 'ratelimit':
      return {
        ratelimits: { [name]: { namespace_id: binding.namespace_id, simple: binding.simple } },
      }
    case 'analytics_engine':
      return { analyticsEngineDatasets: { [name]: { dataset: binding.dataset } } }
    case 'version_metadata': {
      const { id, tag = '' } = worker.version
      return { bindings: { [name]: { id, tag, timestamp: '' } } }
    }
    case 'plain_text':
      // workerd knows no jurisdiction.
      return { bindings: { [name]: name === 'DATA_JURISDICTION' ? '' : binding.text } }
    case 'images':
      return worker.isImagesSpent
        ? { serviceBindings: { [name]: { name: storageName, entrypoint: 'SpentImages' } } }
        : { images: { binding: name } }
    case 'durable_object_namespace':
      return { durableObjects: { [name]: describeClass(binding.class_name, worker) } }
    case 'service':
      return describeService(binding, worker)
    default:
      return {}
  }
}

/** The version with most visitors owns the objects. */
function describeClass(className: string, { script, name }: DescribedWorker): object {
  const described = { className, useSQLite: true, unsafeUniqueKey: `${script}-${className}` }
  return name === script ? described : { ...described, scriptName: script }
}

function describeService(
  { name, service, entrypoint }: Extract<Binding, { type: 'service' }>,
  { replaced, isDeployed }: DescribedWorker,
): Record<string, object> {
  if (!isDeployed(service)) return {}
  // Calls of an entrypoint know no shares: cloudflare-docs#30737.
  const called = entrypoint ? { name: service, entrypoint } : (replaced[service] ?? service)
  return { serviceBindings: { [name]: called } }
}
