import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { listFeatures, listFeatureWorkers } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import {
  getStatus,
  listHistory,
  publishRelease,
  publishShell,
  type Registry,
} from '@encre/releases'
import { secretValues } from '@encre/worker/secrets'
import { buildSite } from './build.ts'
import {
  lockDataFolder,
  nameMissingObjects,
  prepareDataFolder,
  recordDataFiles,
  requireSoundData,
} from './data-folder.ts'
import { migrateDatabases, removeDeletedRows } from './local-databases.ts'
import { keepProcess, startWrangler } from './processes.ts'
import { ExpectedError, type Say } from './run-command.ts'
import { readSecrets, siteSettings } from './settings.ts'

export interface Site {
  origin: string
  broken: Promise<string>
  stop(): Promise<void>
}

interface SiteOptions {
  port: number
  dataFolder: string
  environment?: Record<string, string | undefined>
  say: Say
  innerPort?: number
  signal?: AbortSignal
}

export async function startSite({
  port,
  dataFolder,
  environment = process.env,
  say,
  innerPort = port,
  signal,
}: SiteOptions): Promise<Site> {
  await requireFreePort(port)
  await requireFreePort(port + 1)
  if (innerPort !== port) await requireFreePort(innerPort)
  prepareDataFolder(dataFolder)
  const unlock = lockDataFolder(dataFolder)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    await Promise.all(stops.map((stopOne) => stopOne()))
    unlock()
  }
  try {
    const settings = siteSettings(environment, port, dataFolder, say)
    requireSoundData(dataFolder)
    nameMissingObjects(dataFolder, say)
    removeDeletedRows(dataFolder)
    say('Building the shell and the remotes ...')
    await Promise.all([buildSite(), migrateDatabases(dataFolder, say)])
    signal?.throwIfAborted()

    say('Starting the workers ...')
    const origin = `http://localhost:${innerPort}`
    const publicHost = innerPort === port ? undefined : `localhost:${port}`
    const workers = [
      { name: 'local', configurations: ['workers/local'], port: port + 1, dataFolder, settings },
      {
        name: 'site',
        configurations: listSiteWorkers(),
        port: innerPort,
        dataFolder,
        settings,
        publicHost,
      },
    ]
    const processes = workers.map((worker) =>
      keepProcess(worker.name, () => startWrangler(worker), say),
    )
    stops.push(...processes.map((process) => process.stop))
    const broken = Promise.race(processes.map((process) => process.broken))
    const ready = Promise.all(processes.map((process) => process.ready))
    const start = ready.then(() => publishAll(origin, dataFolder, settings, say))
    await Promise.race([start, failure(broken), abortion(signal)])
    recordDataFiles(dataFolder)
    // wrangler does not run crons locally.
    const cron = setInterval(
      () => fetch(`${origin}/cdn-cgi/local/scheduled`).catch(() => {}),
      60_000,
    )
    stops.push(async () => clearInterval(cron))
    return { origin, broken, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * The folders of the workers behind the site's origin. wrangler serves the first one on the port.
 */
function listSiteWorkers(): string[] {
  return ['shell', ...listFeatureWorkers().map((name) => `workers/${name}`)]
}

async function publishAll(
  origin: string,
  dataFolder: string,
  settings: Record<string, string>,
  say: Say,
): Promise<void> {
  const health = await fetch(`${origin}/api/health`)
  const problems = await health.text()
  if (!health.ok)
    throw new ExpectedError(
      `The workers cannot serve the site. Read ${join(dataFolder, 'site.log')}.\n${problems}`,
    )
  // A provider or tenant that is down delays no start. The embedded image maker lacks dall-e-3, as
  // OpenAI does.
  const services = await (await fetch(`${origin}/api/health/deep`)).text()
  const lines =
    settings.IMAGE_ORIGIN === 'drawn' ? [] : services.matchAll(/^(warn|info|fail) (.+ .+)$/gm)
  for (const [, level, text] of lines) {
    say(level === 'info' ? `Provider: ${text}` : `Warning: ${text}`)
  }
  await publish(origin, dataFolder, say)
}

async function failure(broken: Promise<string>): Promise<never> {
  throw new ExpectedError(await broken)
}

function abortion(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

async function publish(origin: string, dataFolder: string, say: Say): Promise<void> {
  const [token] = secretValues('PLATFORM_TOKEN', readSecrets(dataFolder).PLATFORM_TOKEN ?? '')
  await publishShell({ origin, token, directory: join(root, 'shell/dist') })
  const registry = { origin, token, author: 'npm start' }
  for (const name of listFeatures()) {
    const directory = join(root, 'remotes', name, 'dist')
    const choice = await findManualChange(registry, name)
    if (!choice) {
      const { version, changed } = await publishRelease({
        ...registry,
        directory,
        reason: 'local start',
        dropRoutes: ['*'],
        grows: 'local start',
      })
      if (changed) say(`Published ${name} ${version}`)
    } else if (choice.kept !== readFileSync(join(directory, 'version.txt'), 'utf8')) {
      say(
        `${name} keeps its version (${choice.action} by ${choice.author}); npm run release ${name} -- --all publishes the current build`,
      )
    }
  }
}

/** A start must not undo a rollback or canary that is newer than the last promotion. */
async function findManualChange(registry: Registry, remote: string) {
  const newest = (await listHistory(registry, remote)).find(({ action }) => action !== 'refused')
  if (newest?.action !== 'rollback' && newest?.action !== 'canary') return null
  const { current } = await getStatus(registry, remote)
  return { action: newest.action, author: newest.author, kept: current }
}

export async function requireFreePort(port: number): Promise<void> {
  // Both loopback addresses, because localhost may resolve to ::1.
  for (const host of ['127.0.0.1', '::1']) {
    const code = await new Promise<string | undefined>((resolve) => {
      const server = createServer()
      server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      server.listen(port, host, () => server.close(() => resolve(undefined)))
    })
    if (code === 'EADDRINUSE')
      throw new ExpectedError(
        `Port ${port} is taken. Stop what uses it, or choose another: PORT=8800 npm start`,
      )
    if (code === 'EACCES')
      throw new ExpectedError(
        `Port ${port} needs more rights than you have. Choose another: PORT=8800 npm start`,
      )
  }
}

export async function keepSite(
  site: Pick<Site, 'broken' | 'stop'>,
  signal: AbortSignal,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
  const reason = await Promise.race([site.broken, stopped])
  await site.stop()
  if (reason && !signal.aborted) throw new ExpectedError(reason)
}
