// Starts the generator's and the gallery's workers in a workerd of their own, kills it, and speaks with it.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { V4SharedOptions, V4WorkerOptions, V4WorkerOptionsShape } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as readWorker, unstable_splitSqlQuery as splitSql } from 'wrangler'

const workers = join(import.meta.dirname, '..', '..')
/** By the folder of the bundle. `bare` is what the benchmarks compare with. */
const sources = {
  generator: join(workers, 'generator'),
  gallery: join(workers, 'gallery'),
  bare: join(import.meta.dirname, 'bare'),
}
const environment = {
  ...process.env,
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  NODE_OPTIONS: '',
}

type Source = keyof typeof sources
type Settings = Record<string, string>

/** A generator with settings of its own has a name, a database and runs of its own; the gallery is one. */
export interface SitePlan {
  /** For all workers. */
  settings: Settings
  /** Settings by name of the generator; `encre-generator` alone without it. */
  generators?: Record<string, Settings>
  hasBare?: boolean
}

/** What the site's process reads. */
export interface SiteProcessPlan extends V4SharedOptions {
  resourcePersistencePath: string
  workers: V4WorkerOptions[]
}

interface Asked {
  worker: string
  statements?: string[]
  bucket?: string
}

interface Told {
  asked?: string
  urls?: Record<string, string>
  rows?: Record<string, unknown>[]
  keys?: string[]
}

export interface Site {
  urls: Record<string, string>
  /** Emits each step that a generation's log line names, as it happens. */
  steps: EventEmitter
  query(worker: string, statement: string): Promise<Record<string, unknown>[]>
  listObjects(worker: string, bucket: string): Promise<string[]>
  /** SIGKILL to Node and its workerd at once, as a power cut would. */
  kill(): Promise<void>
}

/** Bundles the workers as a deployment would, into `folder`. */
export async function bundleWorkers(folder: string, names: Source[] = ['generator', 'gallery']): Promise<void> {
  const wrangler = join(workers, 'generator', 'node_modules', 'wrangler', 'bin', 'wrangler.js')
  const bundle = (name: Source) => {
    const words = [wrangler, 'deploy', '--dry-run', '--outdir', join(folder, name)]
    return promisify(execFile)(process.execPath, words, { cwd: sources[name], env: environment })
  }
  await Promise.all(names.map(bundle))
}

/** Writes what `startSite` starts, with its data in the same folder: each start takes what the one before left. */
export function planSite(bundles: string, folder: string, plan: SitePlan): void {
  const { settings, generators = { 'encre-generator': {} }, hasBare = false } = plan
  const processPlan: SiteProcessPlan = {
    resourcePersistencePath: join(folder, 'state'),
    workers: [
      ...Object.entries(generators).map(([name, own]) => describeWorker(bundles, 'generator', name, { ...settings, ...own })),
      describeWorker(bundles, 'gallery', 'encre-gallery', settings),
      ...(hasBare ? [describeWorker(bundles, 'bare', 'bare', {})] : []),
    ],
  }
  writeFileSync(join(folder, 'site.json'), JSON.stringify(processPlan))
}

function describeWorker(bundles: string, from: Source, name: string, settings: Settings): V4WorkerOptions {
  // Secrets are read from the environment.
  Object.assign(process.env, settings)
  // Wrangler's own type for it leaves every field unknown.
  const options = readWorker(join(sources[from], 'wrangler.jsonc')).workerOptions as V4WorkerOptionsShape
  const { compatibilityDate, bindings, r2Buckets, d1Databases, durableObjects, serviceBindings, images } = options
  return {
    name,
    modules: [{ type: 'ESModule', path: 'worker.js', contents: readFileSync(join(bundles, from, 'worker.js'), 'utf8') }],
    compatibilityDate,
    bindings: { ...bindings, ...settings },
    r2Buckets,
    d1Databases: { ...d1Databases, DB: name },
    durableObjects,
    serviceBindings,
    images,
    // Workerd's own socket, without a proxy before it.
    unsafeDirectSockets: [{ port: 0 }],
  }
}

/** `isQuiet` drops the log, so that whoever measures does not pay for reading it; `steps` is silent then. */
export async function startSite(folder: string, { isQuiet = false } = {}): Promise<Site> {
  const child = fork(join(import.meta.dirname, 'site-process.ts'), [join(folder, 'site.json'), isQuiet ? 'quiet' : 'loud'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // What is killed leaves its temporary files behind: they go with the folder.
    env: { ...environment, TMPDIR: folder },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
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
  const urls = await new Promise<Record<string, string>>((resolve, reject) => {
    child.once('message', (told: Told) => resolve(told.urls ?? {}))
    child.once('exit', () => reject(new Error(`the site did not start: ${errors}`)))
  })
  return {
    urls,
    steps,
    query: async (worker, statement) => (await ask(child, { worker, statements: [statement] })).rows ?? [],
    listObjects: async (worker, bucket) => (await ask(child, { worker, bucket })).keys ?? [],
    kill: () => kill(child),
  }
}

/** Applies the migrations of every worker; once per folder. */
export async function migrateSite(site: Site): Promise<void> {
  for (const name of Object.keys(site.urls)) {
    const folder = join(name === 'encre-gallery' ? sources.gallery : sources.generator, 'migrations')
    for (const file of readdirSync(folder).sort()) {
      for (const statement of splitSql(readFileSync(join(folder, file), 'utf8'))) await site.query(name, statement)
    }
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGKILL')
  await exited
}

function ask(child: ChildProcess, request: Asked): Promise<Told> {
  const asked = randomUUID()
  return new Promise((resolve) => {
    child.on('message', function listen(told: Told) {
      if (told.asked !== asked) return
      child.off('message', listen)
      resolve(told)
    })
    child.send({ ...request, asked })
  })
}
