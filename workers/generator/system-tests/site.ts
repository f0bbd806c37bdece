// Starts bundled workers in their own process, queries their storage and kills them.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { V4SharedOptions, V4WorkerOptions, V4WorkerOptionsShape } from 'miniflare'
import {
  unstable_readConfig as readConfig,
  unstable_getMiniflareWorkerOptions as readWorker,
  unstable_splitSqlQuery as splitSql,
} from 'wrangler'

const workers = join(import.meta.dirname, '..', '..')
/** Source folder of each bundle. The benchmarks compare with `baseline`. */
const sources = {
  generator: join(workers, 'generator'),
  gallery: join(workers, 'gallery'),
  account: join(workers, 'account'),
  shell: join(workers, '..', 'shell'),
  baseline: join(import.meta.dirname, 'baseline'),
}
const environment = {
  ...process.env,
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  NODE_OPTIONS: '',
}

/** The part of the shell's configuration that wrangler does not translate. */
const shellAssets = {
  directory: join(sources.shell, 'dist'),
  binding: 'ASSETS',
  routerConfig: { invoke_user_worker_ahead_of_assets: true, has_user_worker: true },
  assetConfig: { html_handling: 'none', not_found_handling: 'none' },
} as const

type Source = keyof typeof sources
type Settings = Record<string, string>

/**
 * Several generators with different settings may share one gallery. Each has its own name, database
 * and Durable Objects.
 */
export interface SitePlan {
  settings: Settings
  /** Additional settings by worker name. Default: one generator, `encre-generator`. */
  generators?: Record<string, Settings>
  hasBaseline?: boolean
  /** Adds the account worker and the shell's. The shell must be built. */
  isWholeSite?: boolean
}

/** Read by `site-process.ts`. */
export interface SiteProcessPlan extends V4SharedOptions {
  resourcePersistencePath: string
  workers: V4WorkerOptions[]
}

/** `requestId` is for `site-process.ts`, which answers with it. */
export interface StorageRequest {
  requestId?: string
  worker: string
  statements?: string[]
  bucket?: string
}

interface Message {
  requestId?: string
  /** Why a storage request failed. */
  error?: string
  inspectorUrl?: string
  urls?: Record<string, string>
  rows?: Record<string, unknown>[]
  keys?: string[]
}

export interface Site {
  urls: Record<string, string>
  /** V8's inspector of all workers: `<inspectorUrl>core:user:<worker>`. */
  inspectorUrl: string
  /** Id of the process group of Node and workerd. */
  processGroup: number
  /** Emits the step of each log line about a generation. */
  steps: EventEmitter
  /** Runs statements in order. Returns the rows of the last one. */
  query(worker: string, ...statements: string[]): Promise<Record<string, unknown>[]>
  listObjects(worker: string, bucket: string): Promise<string[]>
  /** Sends SIGKILL to Node and workerd at once, like a power cut. */
  kill(): Promise<void>
}

/** Bundles the workers into `folder` with the command that deploys them. */
export async function bundleWorkers(
  folder: string,
  names: Source[] = ['generator', 'gallery'],
): Promise<void> {
  const wrangler = join(workers, 'generator', 'node_modules', 'wrangler', 'bin', 'wrangler.js')
  const bundle = (name: Source) => {
    const words = [wrangler, 'deploy', '--dry-run', '--outdir', join(folder, name)]
    return promisify(execFile)(process.execPath, words, { cwd: sources[name], env: environment })
  }
  await Promise.all(names.map(bundle))
}

/**
 * Writes the plan that `startSite` reads. Data stays in the same folder, so a later start continues
 * with it.
 */
export function planSite(bundles: string, folder: string, plan: SitePlan): void {
  const {
    settings,
    generators = { 'encre-generator': {} },
    hasBaseline = false,
    isWholeSite = false,
  } = plan
  const processPlan: SiteProcessPlan = {
    resourcePersistencePath: join(folder, 'state'),
    workers: [
      ...Object.entries(generators).map(([name, own]) =>
        describeWorker(bundles, 'generator', name, { ...settings, ...own }),
      ),
      describeWorker(bundles, 'gallery', 'encre-gallery', settings),
      ...(hasBaseline ? [describeWorker(bundles, 'baseline', 'baseline', {})] : []),
      ...(isWholeSite
        ? [
            describeWorker(bundles, 'account', 'encre-account', settings),
            describeWorker(bundles, 'shell', 'encre-shell', settings),
          ]
        : []),
    ],
  }
  writeFileSync(join(folder, 'site.json'), JSON.stringify(processPlan))
}

function describeWorker(
  bundles: string,
  from: Source,
  name: string,
  settings: Settings,
): V4WorkerOptions {
  const config = join(sources[from], 'wrangler.jsonc')
  // Wrangler's types of a configuration are not published.
  const required: string[] = readConfig({ config }).secrets?.required ?? []
  const secrets = Object.fromEntries(required.map((secret) => [secret, 'a secret for tests only']))
  // Wrangler reads secrets from the environment.
  Object.assign(process.env, secrets, settings)
  // Wrangler declares this type with unknown fields. The plan is JSON, which drops those that this
  // worker lacks.
  const options = readWorker(config).workerOptions as Required<V4WorkerOptionsShape>
  const {
    compatibilityDate,
    bindings,
    r2Buckets,
    d1Databases,
    durableObjects,
    serviceBindings,
    images,
    versionMetadata,
  } = options
  return {
    name,
    modules: [
      {
        type: 'ESModule',
        path: 'worker.js',
        contents: readFileSync(join(bundles, from, 'worker.js'), 'utf8'),
      },
    ],
    compatibilityDate,
    // One machine sends everything, and there is no limiter.
    bindings: { ...bindings, ...secrets, FLOOD_LIMITS: 'off', ...settings },
    r2Buckets,
    d1Databases: { ...d1Databases, DB: name },
    durableObjects,
    serviceBindings,
    images,
    versionMetadata,
    ...(from === 'shell' && { assets: shellAssets }),
    // Connects straight to workerd, without Miniflare's proxy.
    unsafeDirectSockets: [{ port: 0 }],
  }
}

/**
 * `isQuiet` discards the log, so that reading it does not affect measurements; `steps` then emits
 * nothing.
 */
export async function startSite(folder: string, { isQuiet = false } = {}): Promise<Site> {
  const child = fork(
    join(import.meta.dirname, 'site-process.ts'),
    [join(folder, 'site.json'), isQuiet ? 'quiet' : 'loud'],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A killed process leaves its temporary files: put them where the caller removes them.
      env: { ...environment, TMPDIR: folder },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    },
  )
  // Each request waits for its own message.
  child.setMaxListeners(0)
  const steps = new EventEmitter()
  let errors = ''
  child.stderr?.on('data', (data) => {
    errors = `${errors}${data}`.slice(-4000)
  })
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const step = line.match(/^\{"event":"generation".*"step":"([a-z]+)"/)?.[1]
      if (step) steps.emit(step)
    })
  }
  const { urls = {}, inspectorUrl = '' } = await new Promise<Message>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error(`the site did not start: ${errors}`)))
  })
  return {
    urls,
    inspectorUrl,
    processGroup: child.pid ?? 0,
    steps,
    query: async (worker, ...statements) =>
      (await request(child, { worker, statements })).rows ?? [],
    listObjects: async (worker, bucket) => (await request(child, { worker, bucket })).keys ?? [],
    kill: () => kill(child),
  }
}

/** Applies the migrations of every worker. Call it once per folder. */
export async function migrateSite(site: Site): Promise<void> {
  const migrate = async (name: string) => {
    // The baseline and every other generator have the generator's tables.
    const source = Object.keys(sources).find((own) => name === `encre-${own}`) ?? 'generator'
    const folder = join(sources[source as Source], 'migrations')
    const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
    for (const file of files.sort()) {
      await site.query(name, ...splitSql(readFileSync(join(folder, file), 'utf8')))
    }
  }
  await Promise.all(Object.keys(site.urls).map(migrate))
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGKILL')
  await exited
}

function request(child: ChildProcess, query: StorageRequest): Promise<Message> {
  const requestId = randomUUID()
  return new Promise((resolve, reject) => {
    child.on('message', function listen(message: Message) {
      if (message.requestId !== requestId) return
      child.off('message', listen)
      if (message.error) reject(new Error(message.error))
      else resolve(message)
    })
    child.send({ ...query, requestId })
  })
}
