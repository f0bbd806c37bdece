import { once } from 'node:events'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { convertV4MiniflareOptions, Miniflare, Request, type Response } from 'miniflare'
import * as z from 'zod'
import { localObjectName } from '../../lib/local-databases.ts'
import { createFakeAccount } from '../../operate/cloudflare/testing/fake-account.ts'
import { createStorage } from '../../operate/cloudflare/testing/fake-storage.ts'
import type { FakeVersion } from '../../operate/cloudflare/testing/fake-workers.ts'
import { createObjects } from './objects.ts'
import { describeWorker, storageWorker } from './worker-options.ts'

interface AccountOptions {
  /** Keeps the databases, buckets and Durable Objects. */
  folder: string
  /** Gets what the workers log. */
  log: string
  /** Where the site answers. */
  port: number
  /** The domain that the account has. */
  zone: string
  /** Answers what the workers ask of the Internet. */
  outside: (request: Request) => Promise<Response>
}

/** The workers that have a domain: each environment's. */
const site = 'encre-shell'

/**
 * A fake account whose workers run: each version that has visitors, and each that is to be checked,
 * in workerd, with D1, R2 and Durable Objects of one folder. Visitors are shared as the newest
 * deployment says. It differs from Cloudflare in five things: Durable Objects know no jurisdiction,
 * a deployment reaches everyone at once, crons run when `runCrons` is called, answers are counted
 * here instead of by Analytics Engine, and no browser can use it, since miniflare refuses the site's
 * origin.
 */
export class RunningAccount {
  readonly fake: ReturnType<typeof createFakeAccount>
  /** Whether the month's transformations of images are used up. */
  isImagesSpent = false
  /** For the commands of the runbooks. */
  variables: Record<string, string> = {}
  readonly #options: AccountOptions
  readonly #site: Server
  readonly #api: Server
  #runtime: Promise<Miniflare> | null = null
  /** What the runtime was started with. */
  #known = ''

  constructor(options: AccountOptions) {
    this.#options = options
    const objects = createObjects(
      () => this.fake.buckets.keys(),
      () => this.#run(),
    )
    this.fake = createFakeAccount(createStorage(objects, (id) => this.#openDatabase(id)))
    this.fake.zones.push(options.zone)
    this.fake.onDeployment = async () => void (await this.#run())
    this.#site = createServer((incoming, outgoing) => this.#serve(incoming, outgoing))
    this.#api = createServer(this.fake.listener)
  }

  async start(): Promise<void> {
    await once(this.#site.listen(this.#options.port), 'listening')
    await once(this.#api.listen(0), 'listening')
    const { port } = z.object({ port: z.number() }).parse(this.#api.address())
    this.variables = this.fake.variablesAt(`http://localhost:${port}`)
  }

  async stop(): Promise<void> {
    for (const server of [this.#site, this.#api]) {
      server.close().closeAllConnections()
    }
    await (await this.#runtime)?.dispose()
  }

  /** The cron of production's site, the only one. */
  async runCrons(): Promise<void> {
    const crons = [...this.fake.scripts].filter(([, { hasCron }]) => hasCron)
    if (crons.map(([name]) => name).join() !== site) throw new Error('another worker has a cron')
    const answer = await (await this.#run()).dispatchFetch(
      'http://localhost/cdn-cgi/local/scheduled',
    )
    if (!answer.ok) throw new Error(`the cron failed: ${await answer.text()}`)
  }

  /** The spans of the workers that trace: what the runtime makes of their requests. */
  async readSpans(): Promise<Span[]> {
    const traced = [...this.fake.scripts].filter(
      ([, { observability }]) => Object(Object(observability).traces).enabled,
    )
    const names = traced.map(([name]) => `'${name}'`)
    const sql = `select service, name, json(attributes) as attributes from spans where service in (${names})`
    const path = 'http://localhost/cdn-cgi/local/explorer/api/local/observability/query'
    const answer = await (await this.#run()).dispatchFetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sql }),
    })
    return Spans.parse(await answer.json()).result.rows
  }

  /** The runtime with the versions, databases and buckets of now. */
  #run(): Promise<Miniflare> {
    const { scripts, databases, buckets } = this.fake
    const deployed = [...scripts].map(([name, { deployments }]) => [name, deployments[0]])
    const wanted = JSON.stringify([
      deployed,
      [...databases.keys()],
      [...buckets.keys()],
      this.isImagesSpent,
    ])
    if (this.#runtime && wanted === this.#known) return this.#runtime
    this.#known = wanted
    this.#runtime = this.#restart(this.#runtime)
    return this.#runtime
  }

  async #restart(before: Promise<Miniflare> | null): Promise<Miniflare> {
    const { databases, buckets } = this.fake
    const options = convertV4MiniflareOptions({
      resourcePersistencePath: this.#options.folder,
      unsafeTriggerHandlers: true,
      unsafeLocalExplorer: true,
      unsafeObservability: true,
      handleStructuredLogs: ({ level, message }) => this.#keepLog(level, message),
      workers: [
        ...this.#describeWorkers(),
        storageWorker([...databases.keys()], [...buckets.keys()]),
      ],
    })
    const running = await before
    if (!running) return new Miniflare(options)
    await running.setOptions(options)
    return running
  }

  /** As Workers Logs does. The runtime does not say which worker has written a line. */
  #keepLog(level: string, message: string): void {
    appendFileSync(this.#options.log, `${message}\n`)
    if (!message.startsWith('{')) return
    const source = z.record(z.string(), z.unknown()).parse(JSON.parse(message))
    const [, feature = ''] = /^\/api\/(\w+)/.exec(String(source.path)) ?? []
    const worker = this.fake.scripts.has(`encre-${feature}`) ? `encre-${feature}` : site
    const isError = level === 'error'
    const at = new Date()
    this.fake.logs.push({ at, worker, version: '', level: isError ? 'error' : 'log', source })
  }

  /** The sites first, because the runtime reaches the cron of its first worker alone. */
  #describeWorkers() {
    const scripts = [...this.fake.scripts.keys()]
    const sites = scripts.filter((script) => script.startsWith(site))
    const features = scripts.filter((script) => !script.startsWith(site))
    const versions = features.flatMap((script) =>
      this.#sharesOf(script).map(({ version }) => ({ script, version })),
    )
    const others = versions
      .map(({ script, version }) => ({ script, name: this.#nameOf(script, version) }))
      .filter(({ script, name }) => name !== script)
    return [
      ...sites.flatMap((one) =>
        this.#sharesOf(one)
          .toSorted(byShare)
          .map(({ version }) => this.#describeVersion(one, version)),
      ),
      // A site of its own for each version of a feature that a part of the visitors has.
      ...others.flatMap(({ script, name }) => {
        const own = site + environmentOf(script)
        const [main] = this.#sharesOf(own).toSorted(byShare)
        const described = main && this.#describeVersion(own, main.version, { [script]: name })
        return described ? { ...described, name: siteWith(name) } : []
      }),
      ...versions.map(({ script, version }) => this.#describeVersion(script, version)),
    ]
  }

  #describeVersion(script: string, version: FakeVersion, replaced: Record<string, string> = {}) {
    return describeWorker({
      script,
      name: this.#nameOf(script, version),
      version,
      replaced,
      isImagesSpent: this.isImagesSpent,
      assets: this.#writeAssets(version),
      outside: this.#options.outside,
      isDeployed: (service) => this.fake.scripts.has(service),
    })
  }

  /** The versions of the newest deployment. */
  #sharesOf(name: string): Share[] {
    const script = this.fake.scripts.get(name)
    const shared = script?.deployments[0]?.versions ?? []
    let upTo = 0
    return shared.flatMap(({ version_id, percentage }) => {
      const version = script?.versions.find(({ id }) => id === version_id)
      upTo += percentage
      return version ? [{ version, percentage, upTo }] : []
    })
  }

  /** Its name in the runtime: the version with most visitors has the worker's. */
  #nameOf(script: string, { id }: FakeVersion): string {
    const shares = this.#sharesOf(script)
    const most = shares.reduce((one, other) => (other.percentage > one.percentage ? other : one))
    return most.version.id === id ? script : `${script}.${id.slice(0, 8)}`
  }

  /** The files of a version, in a folder of their own. Empty if it has none. */
  #writeAssets({ id, upload }: FakeVersion): string {
    const folder = join(this.#options.folder, 'assets', id)
    const { jwt } = Object(upload?.metadata.assets)
    if (!jwt) return ''
    const manifest = Object(JSON.parse(Buffer.from(jwt, 'base64url').toString()))
    for (const [path, file] of Object.entries(manifest)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), this.fake.assets.get(Object(file).hash) ?? '')
    }
    return folder
  }

  /** A visitor's request, answered by the versions that its header names or their shares give. */
  async #answer(request: Request): Promise<Response> {
    const { hostname, pathname } = new URL(request.url)
    const [, feature = ''] = /^\/api\/(\w+)/.exec(pathname) ?? []
    const asked = this.fake.domains.get(hostname) ?? site
    const environment = environmentOf(asked)
    const ofFeature = `encre-${feature}${environment}`
    const script = this.fake.scripts.has(ofFeature) ? ofFeature : asked
    const version = chooseVersion(script, this.#sharesOf(script), request)
    const name = this.#nameOf(script, version)
    const isMain = name === script
    const other = script === asked ? name : siteWith(name)
    const worker = await (await this.#run()).getWorker(isMain ? asked : other)
    const response = await worker.fetch(request)
    this.fake.answers.push({
      dataset: `encre_answers${environment.replaceAll('-', '_')}`,
      worker: script.replace(/^encre-([a-z]+).*/, '$1'),
      version: version.id,
      status: `${Math.floor(response.status / 100)}xx`,
      answers: 1,
      at: new Date(),
    })
    return response
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming
    try {
      const bytes = Buffer.concat(await Array.fromAsync(incoming))
      const request = new Request(`http://${headers.host}${url}`, {
        method,
        headers: { ...z.record(z.string(), z.string()).parse(headers), ...visitorsAddress },
        redirect: 'manual',
        ...(bytes.length > 0 && { body: bytes }),
      })
      const response = await this.#answer(request)
      outgoing.writeHead(response.status, headersOf(response))
      if (response.body) Readable.fromWeb(response.body).pipe(outgoing)
      else outgoing.end()
    } catch (error) {
      // What Cloudflare answers for a worker that throws.
      outgoing.writeHead(500).end(`error code: 1101\n${error}`)
    }
  }

  #openDatabase(id: string): DatabaseSync {
    const kind = 'miniflare-D1DatabaseObject'
    const path = join(this.#options.folder, 'd1', kind, `${localObjectName(kind, id)}.sqlite`)
    mkdirSync(dirname(path), { recursive: true })
    const database = new DatabaseSync(path)
    // A worker may hold it for the length of a statement.
    database.exec('pragma journal_mode = wal; pragma busy_timeout = 5000')
    return database
  }
}

/** Service, name and attributes. */
const Span = z.tuple([z.string(), z.string(), z.nullable(z.string())])
type Span = z.infer<typeof Span>
const Spans = z.object({ result: z.object({ rows: z.array(Span) }) })

interface Share {
  version: FakeVersion
  /** Of the visitors. */
  percentage: number
  /** The percentages of this version and of those before. */
  upTo: number
}

const byShare = (one: Share, other: Share) => other.percentage - one.percentage
/** The end of the names of an environment's workers: empty for production. */
const environmentOf = (script: string) => script.replace(/^encre-[a-z]+/, '')
/** The name of a site that asks this version of a feature. */
const siteWith = (name: string) => `${site}>${name}`

const visitorsAddress = { 'cf-connecting-ip': '203.0.113.7' }

function chooseVersion(script: string, shares: Share[], request: Request): FakeVersion {
  const override = request.headers.get('cloudflare-workers-version-overrides') ?? ''
  const named = new RegExp(`${script}="(.+?)"`).exec(override)?.[1]
  const place = Math.random() * 100
  const chosen =
    shares.find(({ version }) => version.id === named) ?? shares.find(({ upTo }) => place < upTo)
  if (!chosen) throw new Error(`${script} has no version`)
  return chosen.version
}

function headersOf(response: Response): Record<string, string | string[]> {
  const cookies = response.headers.getSetCookie()
  return {
    ...Object.fromEntries(response.headers),
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  }
}
