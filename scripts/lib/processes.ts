import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { openLogFile } from './log-file.ts'

const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js')

export interface RunningProcess {
  child: ChildProcess
  /** Resolves with the end of the output when the process ends. */
  ended: Promise<string>
  /** Resolves when its Workers runtime was killed. wrangler starts the runtime again, but never answers another request. */
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

/** Starts `wrangler dev`, with its log in `<dataFolder>/<name>.log`. */
export function startWrangler({ name, configurations, port, dataFolder, settings, publicHost }: WranglerOptions): RunningProcess {
  mkdirSync(dataFolder, { recursive: true })
  const log = openLogFile(join(dataFolder, `${name}.log`))
  const words = ['dev', ...configurations.flatMap((folder) => ['--config', join(folder, 'wrangler.jsonc')])]
  words.push(
    '--port',
    String(port),
    '--ip',
    'localhost',
    '--inspector-port',
    '0',
    '--persist-to',
    dataFolder,
    '--show-interactive-dev-session=false',
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
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let tail = ''
  const crashed = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        log.write(chunk)
        tail = (tail + chunk).slice(-2000)
        if (tail.includes('The Workers runtime crashed unexpectedly')) resolve()
      })
    }
  })
  const ended = new Promise<string>((resolve) => {
    child.on('exit', (code, signal) => resolve(`${name} ended (${signal ?? code}):\n${tail}`))
  })
  child.on('close', () => log.close())
  return { child, ended, crashed }
}

/** Runs one wrangler command and returns its output. Throws an error with the output if it fails. */
export async function runWrangler(words: string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(process.execPath, [wrangler, ...words], {
    cwd: root,
    env: { ...process.env, ...wranglerEnvironment, CI: 'true', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const kill = () => child.kill()
  process.once('exit', kill)
  const code = await new Promise((resolve) => child.on('exit', resolve))
  process.off('exit', kill)
  if (code !== 0) throw new Error(`wrangler ${words.join(' ')} failed:\n${output}`)
  return output
}

/** Ends a process: SIGTERM, then SIGKILL after five seconds. */
export async function endProcess({ child, ended }: RunningProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(timer)
}

/** Environment of every wrangler: no telemetry, no network requests, and no tracing, which halves the speed and fills the disk. */
export const wranglerEnvironment = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  FORCE_COLOR: '0',
}
