import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { root } from '@encre/build/workspace'
import { Insight } from '@encre/releases/insight'
import { type Request, Response } from 'miniflare'
import { migrateDatabases } from '../../lib/local-databases.ts'
import { freePortPair } from '../../lib/new-site.ts'
import {
  endProcess,
  type RunningProcess,
  startWrangler,
  wranglerEnvironment,
} from '../../lib/processes.ts'
import { readSecrets } from '../../lib/settings.ts'
import { copyTree } from '../../lib/testing/copy-tree.ts'
import './hurry.ts'
import { RunningAccount } from './running-account.ts'

/** It stays when a rehearsal fails. */
const workersLog = join(root, '.data/rehearsal.log')
const wrangler = 'node_modules/wrangler/bin/wrangler.js'
/** The site's host. `hurry.ts` says where it is. */
const host = 'encre.test'

/**
 * A copy of the repository, an empty account whose workers run, and the embedded services in the
 * place of the tenant and the image provider. Commands run as a person types them.
 */
export class Rehearsal {
  origin: string
  account: RunningAccount
  /** What `ENCRE_SETTINGS` has. A key that is rotated changes here first. */
  readonly settings: Record<string, string>
  backupKey = ''
  /** Whose token the commands have, if it is not the platform's. Empty for none. */
  token: string | undefined
  readonly #tenant: string
  readonly #services: RunningProcess
  readonly #tree: string
  readonly #waits: string
  /** The site's worker keeps it while the gallery gets another. */
  readonly #metricsToken: string

  static async open(folder: string): Promise<Rehearsal> {
    const tree = join(folder, 'tree')
    copyTree(tree)
    mkdirSync(dirname(workersLog), { recursive: true })
    rmSync(workersLog, { force: true })
    await migrateDatabases(join(folder, 'services'), () => {})
    const rehearsal = new Rehearsal(folder, tree, await freePortPair())
    rehearsal.commit('the code of today')
    await rehearsal.#services.ready
    await rehearsal.account.start()
    rehearsal.settings.ANALYTICS_ACCOUNT = rehearsal.account.variables.CLOUDFLARE_ACCOUNT_ID ?? ''
    return rehearsal
  }

  constructor(folder: string, tree: string, port: number) {
    const secrets = readSecrets(join(folder, 'secrets'))
    this.origin = `http://${host}:${port}`
    this.#tenant = `http://${host}:${port + 1}`
    this.#tree = tree
    this.#waits = join(folder, 'waits')
    this.#metricsToken = secrets.METRICS_TOKEN ?? ''
    this.settings = {
      ...secrets,
      SITE_ORIGIN: this.origin,
      AUTH0_DOMAIN: this.#tenant,
      AUTH0_CLIENT_ID: 'encre-site',
      AUTH0_AUDIENCE: 'https://encre.example/api',
      AUTH0_MGMT_AUDIENCE: `${this.#tenant}/api/v2/`,
      AUTH0_M2M_CLIENT_ID: 'encre-account',
      OPENAI_API_KEY: 'sk-rehearsal',
      IMAGE_ORIGIN: 'drawn',
    }
    this.#services = startWrangler({
      name: 'services',
      configurations: ['workers/local'],
      port: port + 1,
      dataFolder: join(folder, 'services'),
      publicHost: `${host}:${port + 1}`,
      settings: {
        LOCAL_ORIGIN: this.#tenant,
        SITE_ORIGIN: this.origin,
        AUTH0_MGMT_AUDIENCE: `${this.#tenant}/api/v2/`,
        AUTH0_M2M_CLIENT_SECRET: secrets.AUTH0_M2M_CLIENT_SECRET ?? '',
      },
    })
    this.account = this.#createAccount(join(folder, 'account'), port)
  }

  #createAccount(folder: string, port: number): RunningAccount {
    return new RunningAccount({
      folder,
      log: workersLog,
      port,
      zone: host,
      outside: (request) => this.#askServices(request),
    })
  }

  /** In another, empty account, with the sites of these names. Gives `work` their origins. */
  async inAccount(
    folder: string,
    sites: string[],
    work: (...origins: string[]) => Promise<void>,
  ): Promise<void> {
    const { account, origin } = this
    const port = await freePortPair()
    this.account = this.#createAccount(folder, port)
    await this.account.start()
    try {
      await work(...sites.map((site) => `http://${site}.${host}:${port}`))
    } finally {
      await this.account.stop()
      Object.assign(this, { account, origin })
      this.settings.SITE_ORIGIN = origin
    }
  }

  async stop(): Promise<void> {
    await this.account.stop()
    await endProcess(this.#services)
  }

  /** `npm run`, with these words. Returns what it printed. */
  npm(...words: string[]): Promise<string> {
    return this.#run(['scripts/run.mjs', ...words])
  }

  /** As `npm`, for a command that must be refused. */
  refused(...words: string[]): Promise<string> {
    return this.#run(['scripts/run.mjs', ...words], { isRefused: true })
  }

  /** `wrangler`, with these words and this answer to its question. */
  wrangler(input: string, ...words: string[]): Promise<string> {
    return this.#run([wrangler, ...words], { input })
  }

  wranglerRefused(input: string, ...words: string[]): Promise<string> {
    return this.#run([wrangler, ...words], { input, isRefused: true })
  }

  /** Milliseconds that the commands had to wait and did not. */
  get savedMs(): number {
    const lines = existsSync(this.#waits) ? readFileSync(this.#waits, 'utf8').split('\n') : []
    return lines.reduce((sum, line) => sum + Number(line), 0)
  }

  commit(message: string): void {
    this.#git('add', '--all')
    this.#git('commit', '--quiet', '--no-verify', '--message', message)
  }

  /** Changes a file of the copy, and commits the change. */
  edit(path: string, change: (text: string) => string): void {
    const file = join(this.#tree, path)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const after = change(before)
    if (after === before) throw new Error(`${path} has not changed`)
    writeFileSync(file, after)
    this.commit(`change ${path}`)
  }

  add(path: string, text: string): void {
    writeFileSync(join(this.#tree, path), text)
    this.commit(`add ${path}`)
  }

  /** Takes the newest change of the copy back. */
  undo(): void {
    this.#git('revert', '--no-edit', 'HEAD')
  }

  /** What `/status` shows: how often a worker has answered with 5xx. */
  async countFailures(worker: string): Promise<number> {
    const headers = { authorization: `Bearer ${this.settings.PLATFORM_TOKEN}` }
    const answer = await fetch(`${this.origin}/api/releases/insight`, { headers })
    const { answers } = Insight.parse(await answer.json())
    const failures = (answers ?? []).filter((one) => one.worker === worker && one.status === '5xx')
    return failures.reduce((sum, one) => sum + one.answers, 0)
  }

  /** What Prometheus reads of the site's worker. Null if it does not tell the value. */
  async readMetric(name: string): Promise<number | null> {
    const headers = { authorization: `Bearer ${this.#metricsToken}` }
    const answer = await fetch(`${this.origin}/api/metrics`, { headers })
    const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${name} `))
    return line ? Number(line.split(' ')[1]) : null
  }

  /** What the workers have written. */
  readLog(): string {
    return readFileSync(workersLog, 'utf8')
  }

  /** Makes an address of the embedded services answer 503. */
  async fail(endpoint: string): Promise<void> {
    const fault = { endpoint, status: 503, body: {}, times: 1000 }
    await this.#setFaults({
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    })
  }

  /** Ends all failures. */
  mend(): Promise<void> {
    return this.#setFaults({ method: 'DELETE' })
  }

  /** Deletes a bucket with all that is in it. */
  async loseBucket(name: string): Promise<void> {
    const { buckets, objects } = this.account.fake
    for await (const place of objects.keys()) {
      if (place.startsWith(`${name}/`)) await objects.delete(place)
    }
    buckets.delete(name)
  }

  async #setFaults(init: RequestInit): Promise<void> {
    const answer = await fetch(`${this.#tenant}/faults`, init)
    if (!answer.ok) throw new Error(`the fault was refused: ${await answer.text()}`)
  }

  async #run(words: string[], { input = '', isRefused = false } = {}): Promise<string> {
    const hurry = pathToFileURL(join(root, 'scripts/prove/rehearsal/hurry.ts'))
    const child = spawn(process.execPath, words, {
      cwd: this.#tree,
      env: {
        ...process.env,
        ...wranglerEnvironment,
        ...this.account.variables,
        CI: 'true',
        NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${hurry}`,
        ENCRE_REHEARSAL_WAITS: this.#waits,
        ENCRE_ORIGIN: this.origin,
        ENCRE_SETTINGS: JSON.stringify(this.settings),
        ENCRE_BACKUP_KEY: this.backupKey,
        ...(this.token !== undefined && { CLOUDFLARE_API_TOKEN: this.token }),
      },
    })
    child.stdin.end(input)
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    const output = stdout + stderr
    if (child.exitCode === null) await once(child, 'close')
    if ((child.exitCode !== 0) === isRefused) return output
    const problem = isRefused ? 'was not refused' : 'failed'
    throw new Error(`${words.join(' ')} ${problem}:\n${output}`)
  }

  #git(...words: string[]): void {
    execFileSync(
      'git',
      ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@encre.test', ...words],
      { cwd: this.#tree, stdio: 'ignore' },
    )
  }

  /** Cloudflare's API, or the tenant and the image provider, whatever their address. */
  async #askServices(request: Request): Promise<Response> {
    const { host: asked, pathname, search } = new URL(request.url)
    const api = new URL(this.account.variables.CLOUDFLARE_API_BASE_URL ?? '')
    const origin = asked === 'api.cloudflare.com' ? api.origin : this.#tenant
    const response = await fetch(`${origin}${pathname}${search}`, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      redirect: 'manual',
      ...(request.body && { body: Buffer.from(await request.arrayBuffer()) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const headers = Object.fromEntries(response.headers)
    // Both are of the bytes before they were decoded.
    delete headers['content-encoding']
    delete headers['content-length']
    return new Response(bytes.length > 0 ? bytes : null, { status: response.status, headers })
  }
}

/** Deletes what a database has, as if it had never been there. */
export function loseDatabase({ fake }: RunningAccount, name: string): void {
  const found = [...fake.databases].find(([, database]) => database.name === name)
  if (!found) throw new Error(`there is no database ${name}`)
  const [id, { database }] = found
  const path = database.location() ?? ''
  database.close()
  fake.databases.delete(id)
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    rmSync(file, { force: true })
  }
}
