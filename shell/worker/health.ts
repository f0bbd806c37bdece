import { TimeoutError, withTimeout } from '@encre/protocol/timeout'
import type { AppEnv } from '@encre/worker/app'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { type Context, Hono } from 'hono'
import { type Feature, listFeatures } from './features/features.ts'
import { listReleases, readLiveRemotes } from './registry/releases/live-remotes.ts'
import { findShellIncompatibilities } from './registry/releases/release-check.ts'

/** The deep page is public and asks every dependency, so one answer serves everybody for this time. */
export const healthCachedForMs = 2000
const answers = new WeakMap<Env, { at: number; lines: string[] }>()

/** `/api/health`: whether the shell's own worker is alive. `/deep`: a line per worker and dependency, and 503 when one fails. */
export const health = new Hono<AppEnv<Env>>()
  .get('/', async (c) => answer(c, await readOwn(c.env)))
  .get('/deep', async (c) => {
    const known = answers.get(c.env)
    const isFresh = known !== undefined && Date.now() - known.at < healthCachedForMs
    const lines = isFresh ? known.lines : await readAll(c.env, c.var.requestId)
    if (!isFresh) answers.set(c.env, { at: Date.now(), lines })
    return answer(c, lines)
  })

function answer(c: Context<AppEnv<Env>>, lines: string[]): Response {
  const body = `${['ok shell', ...lines].join('\n')}\n`
  return c.text(body, /^fail/m.test(body) ? 503 : 200, { 'Cache-Control': 'no-store', 'Worker-Version': c.env.VERSION?.id ?? '' })
}

async function readOwn(env: Env): Promise<string[]> {
  const lines = [
    check('shell registry', env.DB.prepare('select 1').first()),
    check('shell releases', env.RELEASES.head('health')),
    findUnfitRemotes(env),
  ]
  return (await Promise.all(lines)).flat()
}

async function readAll(env: Env, requestId: string): Promise<string[]> {
  const lines = await Promise.all([readOwn(env), ...listFeatures(env).map((feature) => readHealth(feature, requestId))])
  return lines.flat()
}

/** A shell that is older than a live remote must not come back: its deployment reads these lines before anyone gets it. */
async function findUnfitRemotes(env: Env): Promise<string[]> {
  const releases = ((await readLiveRemotes(env)) ?? []).flatMap(listReleases)
  return releases.flatMap((release) => findShellIncompatibilities(release).map((reason) => `fail shell remote ${release.name}: ${reason}`))
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
    const response = await withTimeout(worker.fetch(url, { headers: { 'x-request-id': requestId } }), dependencyTimeoutMs, name)
    const lines = (await withTimeout(response.text(), dependencyTimeoutMs, name))
      .split('\n')
      .filter((line) => /^(ok|info|warn|fail) /.test(line))
    if (lines.length === 0 || !(response.ok || lines.some((line) => line.startsWith('fail ')))) return [`fail ${name} ${response.status}`]
    return lines
  } catch (error) {
    return [`fail ${name} ${reasonOf(error)}`]
  }
}

function reasonOf(error: unknown): string {
  return error instanceof TimeoutError ? 'timeout' : 'unreachable'
}
