import { TimeoutError, withTimeout } from '@encre/protocol/timeout'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { Hono } from 'hono'
import { type Feature, listFeatures } from './features/features.ts'
import { listReleases, readLiveRemotes } from './registry/releases/live-remotes.ts'
import { findShellIncompatibilities, listNeeds } from './registry/releases/release-check.ts'
import { readReacts } from './registry/shells/reacts.ts'
import type { SiteContext, SiteEnv } from './site-env.ts'

/**
 * The deep page is public and asks every dependency, so one answer serves everybody for this time.
 * The features' own deep pages are not forwarded.
 */
export const healthCachedForMs = 15_000
const answers = new WeakMap<Env, { at: number; lines: Promise<string[]> }>()

/**
 * `/api/health`: whether the shell's own worker is alive. `/deep`: a line per worker and
 * dependency, and 503 when one fails.
 */
export const health = new Hono<SiteEnv>()
  .get('/', async (c) => answer(c, await readOwn(c.env)))
  .get('/deep', async (c) => answer(c, await readCached(c.env, c.var.requestId)))

function readCached(env: Env, requestId: string): Promise<string[]> {
  const known = answers.get(env)
  if (known && Date.now() - known.at < healthCachedForMs) return known.lines
  const lines = readAll(env, requestId)
  answers.set(env, { at: Date.now(), lines })
  return lines
}

function answer(c: SiteContext, lines: string[]): Response {
  const status = lines.some(isFailure) ? 503 : 200
  return c.text(`${['ok shell', ...lines].join('\n')}\n`, status, {
    'Cache-Control': 'no-store',
    'Worker-Version': c.env.VERSION?.id ?? '',
  })
}

function isFailure(line: string): boolean {
  return line.startsWith('fail ')
}

async function readOwn(env: Env): Promise<string[]> {
  const lines = [
    check('shell registry', env.DB.prepare('select 1').first()),
    check('shell releases', env.RELEASES.head('health')),
    judgeRemotes(env),
  ]
  return (await Promise.all(lines)).flat()
}

async function readAll(env: Env, requestId: string): Promise<string[]> {
  const lines = await Promise.all([
    readOwn(env),
    ...listFeatures(env).map((feature) => readHealth(feature, requestId)),
  ])
  return lines.flat()
}

/**
 * A shell that is older than a live remote must not come back: its deployment reads these lines
 * before anyone gets it.
 */
async function judgeRemotes(env: Env): Promise<string[]> {
  const [remotes, reacts] = await Promise.all([readLiveRemotes(env), readReacts(env)])
  return (remotes ?? []).flatMap(listReleases).flatMap((release) => {
    const reasons = findShellIncompatibilities(release, reacts)
    const lines = [
      ...reasons.map((reason) => ['fail', reason]),
      ...listNeeds(release, reacts).map((need) => ['info', need]),
    ]
    return lines.map(([level, text]) => `${level} shell remote ${release.name}: ${text}`)
  })
}

async function check(name: string, work: Promise<unknown>): Promise<string> {
  try {
    await withTimeout(work, dependencyTimeoutMs, name)
    return `ok ${name}`
  } catch (error) {
    return `fail ${name} ${reasonOf(error)}`
  }
}

async function readHealth({ name, worker }: Feature, requestId: string): Promise<string[]> {
  try {
    const url = `https://${name}/api/${name}/health/deep`
    const headers = { 'x-request-id': requestId }
    const pending = worker.fetch(url, { headers })
    const response = await withTimeout(pending, dependencyTimeoutMs, name)
    const text = await withTimeout(response.text(), dependencyTimeoutMs, name)
    const lines = text.split('\n').filter((line) => /^(ok|info|warn|fail) /.test(line))
    const saysWhy = response.ok || lines.some(isFailure)
    return lines.length > 0 && saysWhy ? lines : [`fail ${name} ${response.status}`]
  } catch (error) {
    return [`fail ${name} ${reasonOf(error)}`]
  }
}

function reasonOf(error: unknown): string {
  return error instanceof TimeoutError ? 'timeout' : 'unreachable'
}
