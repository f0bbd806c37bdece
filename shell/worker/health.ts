import { TimeoutError, withTimeout } from '@encre/protocol/timeout'
import type { AppEnv } from '@encre/worker/app'
import { dependencyTimeoutMs } from '@encre/worker/timeouts'
import { Hono } from 'hono'
import { type Feature, listFeatures } from './features/features.ts'

/** `/api/health`: one line per worker and dependency, `ok <name>`, `warn <name> ...` or `fail <name> <reason>`. 503 when one fails. */
export const health = new Hono<AppEnv<Env>>().get('/', async (c) => {
  const lines = await Promise.all([
    'ok shell',
    check('shell registry', c.env.DB.prepare('select 1').first()),
    check('shell releases', c.env.RELEASES.head('health')),
    ...listFeatures(c.env).map((feature) => readHealth(feature, c.var.requestId)),
  ])
  const body = `${lines.flat().join('\n')}\n`
  return c.text(body, /^fail/m.test(body) ? 503 : 200, { 'Cache-Control': 'no-store', 'Worker-Version': c.env.VERSION?.id ?? '' })
})

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
    const url = `https://${name}/api/${name}/health`
    const response = await withTimeout(worker.fetch(url, { headers: { 'x-request-id': requestId } }), dependencyTimeoutMs, name)
    const lines = (await withTimeout(response.text(), dependencyTimeoutMs, name))
      .split('\n')
      .filter((line) => /^(ok|warn|fail) /.test(line))
    if (lines.length === 0 || !(response.ok || lines.some((line) => line.startsWith('fail ')))) return [`fail ${name} ${response.status}`]
    return lines
  } catch (error) {
    return [`fail ${name} ${reasonOf(error)}`]
  }
}

function reasonOf(error: unknown): string {
  return error instanceof TimeoutError ? 'timeout' : 'unreachable'
}
