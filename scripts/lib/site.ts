import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { listFeatures, listFeatureWorkers, listWorkerFolders } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { getStatus, listHistory, publishRelease, publishShell, type Registry } from '@encre/registry-client'
import { buildSite } from './build.ts'
import { endProcess, runWrangler, startWrangler } from './processes.ts'
import { readSecrets, SettingsError, siteSettings } from './settings.ts'

export interface Site {
  origin: string
  /** Resolves with the name and the last output of a worker's process that ends by itself. */
  broken: Promise<string>
  stop(): Promise<void>
}

interface SiteOptions {
  port: number
  /** Where databases, objects, secrets and logs live. */
  dataFolder: string
  environment?: Record<string, string | undefined>
  /** Settings of the embedded services, for tests. */
  embedded?: Record<string, string>
  say: (sentence: string) => void
  /** The port of the workers if a proxy listens on `port`, as in `npm run dev`. */
  innerPort?: number
  /** Aborts the start and ends the started processes. */
  signal?: AbortSignal
}

/** Builds, migrates, starts and publishes a whole site on `port`, with the embedded tenant and image maker on `port + 1`. */
export async function startSite({
  port,
  dataFolder,
  environment = process.env,
  embedded = {},
  say,
  innerPort = port,
  signal,
}: SiteOptions): Promise<Site> {
  const settings = { ...siteSettings(environment, port, dataFolder), ...embedded }
  await requireFreePort(port)
  await requireFreePort(port + 1)
  if (innerPort !== port) await requireFreePort(innerPort)

  say('Building the shell and the remotes ...')
  await Promise.all([buildSite(), migrate(dataFolder, say)])
  signal?.throwIfAborted()

  say('Starting the workers ...')
  const processes = [
    startWrangler({ name: 'local', configurations: ['workers/local'], port: port + 1, dataFolder, settings }),
    startWrangler({
      name: 'site',
      configurations: listSiteWorkers(),
      port: innerPort,
      dataFolder,
      settings,
      publicHost: innerPort === port ? undefined : `localhost:${port}`,
    }),
  ]
  const broken = Promise.race(processes.map((process) => process.ended))
  const origin = `http://localhost:${innerPort}`
  try {
    await Promise.race([waitAndPublish(origin, `http://localhost:${port + 1}`, dataFolder, say), failure(broken), abortion(signal)])
  } catch (error) {
    await Promise.all(processes.map(endProcess))
    throw error
  }
  // wrangler does not run crons locally.
  const cron = setInterval(() => fetch(`${origin}/cdn-cgi/local/scheduled`).catch(() => {}), 60_000)
  return {
    origin,
    broken,
    async stop() {
      clearInterval(cron)
      await Promise.all(processes.map(endProcess))
    },
  }
}

/** The folders of the workers behind the site's origin. wrangler serves the first one on the port. */
function listSiteWorkers(): string[] {
  return ['shell', ...listFeatureWorkers().map((name) => `workers/${name}`)]
}

async function waitAndPublish(origin: string, embedded: string, dataFolder: string, say: (sentence: string) => void): Promise<void> {
  await Promise.all([waitForHealth(`${embedded}/health`), waitForHealth(`${origin}/api/health`)])
  await publish(origin, dataFolder, say)
}

async function failure(broken: Promise<string>): Promise<never> {
  throw new Error(await broken)
}

function abortion(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

async function publish(origin: string, dataFolder: string, say: (sentence: string) => void): Promise<void> {
  const token = readSecrets(dataFolder).PLATFORM_TOKEN ?? ''
  await publishShell({ origin, token, directory: join(root, 'shell/dist') })
  const registry = { origin, token, author: 'npm start' }
  for (const name of listFeatures()) {
    const directory = join(root, 'remotes', name, 'dist')
    const choice = await findManualChange(registry, name)
    if (!choice) {
      const { version, changed } = await publishRelease({ ...registry, directory, reason: 'local start' })
      if (changed) say(`Published ${name} ${version}`)
    } else if (choice.kept !== readFileSync(join(directory, 'version.txt'), 'utf8')) {
      say(`${name} keeps its version (${choice.action} by ${choice.author}); npm run release ${name} publishes the current build`)
    }
  }
}

/** Finds a rollback or canary that is newer than the last promotion of a remote. A start must not undo it. */
async function findManualChange(registry: Registry, remote: string) {
  const [newest] = await listHistory(registry, remote)
  if (newest?.action !== 'rollback' && newest?.action !== 'canary') return null
  const { current } = await getStatus(registry, remote)
  return { action: newest.action, author: newest.author, kept: current }
}

async function migrate(dataFolder: string, say: (sentence: string) => void): Promise<void> {
  const stamp = join(dataFolder, 'migrated.txt')
  const hash = hashMigrations()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  say('Applying the database migrations ...')
  mkdirSync(dataFolder, { recursive: true })
  // In sequence, because the local databases share one metadata file, which two commands cannot write at once.
  for (const folder of listWorkerFolders().filter((name) => existsSync(join(root, name, 'migrations')))) {
    const config = join(folder, 'wrangler.jsonc')
    await runWrangler(['d1', 'migrations', 'apply', 'DB', '--local', '--config', config, '--persist-to', dataFolder])
  }
  writeFileSync(stamp, hash)
}

function hashMigrations(): string {
  const hash = createHash('sha256')
  for (const path of globSync(['shell/migrations/*.sql', 'workers/*/migrations/*.sql'], { cwd: root }).sort()) {
    hash.update(`${path}\0`)
    hash.update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

async function requireFreePort(port: number): Promise<void> {
  // Both loopback addresses, because localhost may resolve to ::1.
  for (const host of ['127.0.0.1', '::1']) {
    const code = await new Promise<string | undefined>((resolve) => {
      const server = createServer()
      server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      server.listen(port, host, () => server.close(() => resolve(undefined)))
    })
    if (code === 'EADDRINUSE') throw new SettingsError(`Port ${port} is taken. Stop what uses it, or choose another: PORT=8800 npm start`)
    if (code === 'EACCES') throw new SettingsError(`Port ${port} needs more rights than you have. Choose another: PORT=8800 npm start`)
  }
}

/** Waits until a health address answers with success. */
async function waitForHealth(url: string): Promise<void> {
  const deadline = Date.now() + 60_000
  let last = 'no answer'
  while (Date.now() < deadline) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
      const text = await response.text()
      if (response.ok) return
      last = `${response.status}\n${text}`
    } catch (error) {
      last = String(error)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} is not ready after a minute: ${last}`)
}
