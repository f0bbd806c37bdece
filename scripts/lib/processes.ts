import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { z } from 'zod'
import type { Say } from './run-command.ts'

const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js')

export interface RunningProcess {
  child: ChildProcess
  ended: Promise<string>
  /** Resolves when wrangler says that its workers answer. */
  ready: Promise<void>
  /**
   * Resolves when its Workers runtime was killed. wrangler starts the runtime again, but never
   * answers another request.
   */
  crashed: Promise<void>
}

interface WranglerOptions {
  name: string
  /** Folders with a `wrangler.jsonc`; the first worker is the public one. */
  configurations: string[]
  port: number
  dataFolder: string
  /** A worker receives only the variables and secrets that its configuration declares. */
  settings: Record<string, string>
  /** The browser's `host:port`, if a proxy is in front of the workers. */
  publicHost?: string | undefined
}

export function startWrangler({
  name,
  configurations,
  port,
  dataFolder,
  settings,
  publicHost,
}: WranglerOptions): RunningProcess {
  mkdirSync(dataFolder, { recursive: true })
  const log = createWriteStream(join(dataFolder, `${name}.log`), { flags: 'a' })
  // A full disk loses lines and ends nothing: the site still answers.
  log.on('error', () => {})
  const words = [
    'dev',
    ...configurations.flatMap((folder) => ['--config', join(folder, 'wrangler.jsonc')]),
  ]
  words.push(
    ...`--port ${port} --ip localhost --inspector-port 0 --show-interactive-dev-session=false`.split(
      ' ',
    ),
    '--persist-to',
    dataFolder,
  )
  if (publicHost) words.push('--local-upstream', publicHost, '--upstream-protocol', 'http')
  const child = spawn(process.execPath, [wrangler, ...words], {
    cwd: root,
    env: {
      ...process.env,
      ...wranglerEnvironment,
      ...settings,
      WRANGLER_REGISTRY_PATH: join(dataFolder, 'registry'),
      WRANGLER_LOG_PATH: join(dataFolder, 'wrangler'),
    },
    // wrangler reports to a parent with such a channel when it is ready.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message) => String(message).includes('DEV_SERVER_READY') && resolve())
  })
  let tail = ''
  const crashed = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        log.write(chunk)
        tail = (tail + chunk).slice(-2000)
        if (tail.includes('The Workers runtime crashed unexpectedly')) resolve()
      })
    }
  })
  const ended = new Promise<string>((resolve) => {
    child.on('exit', (code, signal) => resolve(`${name} ended (${signal ?? code}):\n${tail}`))
  })
  child.on('close', () => log.end())
  return { child, ended, ready, crashed }
}

/**
 * Runs a program of Node to its end, and collects what it prints. It ends with this process, and
 * with `signal`.
 */
export async function collectOutput(
  words: string[],
  environment: NodeJS.ProcessEnv = {},
  cwd = root,
  signal?: AbortSignal,
): Promise<{ passed: boolean; output: string }> {
  signal?.throwIfAborted()
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk))
  }
  const kill = () => child.kill()
  process.once('exit', kill)
  signal?.addEventListener('abort', kill)
  const code = await new Promise((resolve) => child.on('close', resolve))
  signal?.removeEventListener('abort', kill)
  process.off('exit', kill)
  return { passed: code === 0, output }
}

export async function runWrangler(
  words: string[],
  environment: NodeJS.ProcessEnv = {},
  signal?: AbortSignal,
): Promise<string> {
  const variables = { ...wranglerEnvironment, CI: 'true', ...environment }
  const { passed, output } = await collectOutput([wrangler, ...words], variables, root, signal)
  if (!passed) throw new Error(`wrangler ${words.join(' ')} failed:\n${output}`)
  return output
}

export async function endProcess({ child, ended }: RunningProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(timer)
}

/**
 * Environment of every wrangler: no telemetry, no network requests, and no tracing, which halves
 * the speed and fills the disk.
 */
export const wranglerEnvironment = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  FORCE_COLOR: '0',
}

export interface KeptProcess {
  broken: Promise<string>
  /** Resolves when the process is ready for the first time. */
  ready: Promise<void>
  stop(): Promise<void>
}

const maxRestarts = 5

export function keepProcess(name: string, start: () => RunningProcess, say: Say): KeptProcess {
  const replaced = new WeakSet<RunningProcess>()
  let isStopping = false
  let current = start()
  let restarting = Promise.resolve()
  const ready = Promise.withResolvers<void>()

  async function replace(old: RunningProcess): Promise<void> {
    replaced.add(old)
    await endProcess(old)
    if (!isStopping) current = start()
  }

  const broken = new Promise<string>((resolve) => {
    const watch = (process: RunningProcess, restarts: number) => {
      process.ready.then(ready.resolve)
      process.ended.then((sentence) => replaced.has(process) || resolve(sentence))
      process.crashed.then(async () => {
        if (isStopping) return
        if (restarts === maxRestarts) {
          resolve(
            `The Workers runtime of ${name} was killed ${restarts + 1} times. Free memory, or find what kills it, then start again.`,
          )
          return
        }
        say(`The Workers runtime of ${name} was killed. Starting it again ...`)
        restarting = replace(process)
        await restarting
        if (!isStopping) watch(current, restarts + 1)
      })
    }
    watch(current, 0)
  })

  return {
    broken,
    ready: ready.promise,
    async stop() {
      isStopping = true
      await restarting
      await endProcess(current)
    },
  }
}

/** The words that run the workspace's version of pnpm through `npx`, for what is not deployed. */
export function pnpmWords(...words: string[]): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return [
    '-y',
    z.parse(z.object({ packageManager: z.string() }), manifest).packageManager,
    ...words,
  ]
}
