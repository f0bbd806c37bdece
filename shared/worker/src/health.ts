import { withTimeout } from '@encre/protocol/timeout'
import { type Context, Hono } from 'hono'
import type { AppEnv } from './app.ts'
import { healthCheckTimeoutMs } from './dependencies.ts'
import { logError } from './log.ts'

type Checks<Env> = Record<string, (env: Env) => Promise<unknown>>

/**
 * `/health` asks whether this version is alive, `/health/deep` also the services of others. Each
 * check has a timeout of its own.
 */
export function createHealth<Env extends object>(
  worker: string,
  own: Checks<Env>,
  others: Checks<Env> = {},
) {
  return new Hono<AppEnv<Env>>()
    .get('/', (c) => answerHealth(c, worker, own))
    .get('/deep', (c) => answerHealth(c, worker, { ...own, ...others }))
}

/**
 * A line for the worker and each dependency (`ok gallery d1 2 ms`), and one for each text that a
 * check returns: `warn`, or its `info: ` or `fail: `.
 */
async function answerHealth<Env extends object>(
  c: Context<AppEnv<Env>>,
  worker: string,
  checks: Checks<Env>,
): Promise<Response> {
  const lines = await Promise.all(
    Object.entries(checks).map(([name, check]) =>
      runCheck(`${worker} ${name}`, () => check(c.env)),
    ),
  )
  const healthy = lines.flat().every((line) => !line.startsWith('fail '))
  // The site's worker, which sends this request to every other worker, logs its own.
  if (healthy) c.set('isLogged', true)
  const text = [`${healthy ? 'ok' : 'fail'} ${worker}`, ...lines.flat(), ''].join('\n')
  return c.text(text, healthy ? 200 : 503, {
    'Cache-Control': 'no-store',
    'Worker-Version': readVersion(c.env),
  })
}

async function runCheck(
  name: string,
  check: () => Promise<unknown>,
): Promise<[string, ...string[]]> {
  const started = Date.now()
  try {
    const answer = await withTimeout(check(), healthCheckTimeoutMs, name)
    const texts: string[] = Array.isArray(answer) ? answer : []
    const lines = texts.map((text) => {
      const [, level = 'warn', words] = text.match(/^(?:(info|fail): )?(.*)$/) ?? []
      return `${level} ${name.split(' ')[0]} ${words}`
    })
    return [`ok ${name} ${Date.now() - started} ms`, ...lines]
  } catch (error) {
    logError(error, { check: name })
    return [`fail ${name}`]
  }
}

function readVersion(env: object | undefined): string {
  const version: unknown = env && 'VERSION' in env ? env.VERSION : null
  return typeof version === 'object' && version !== null && 'id' in version
    ? String(version.id)
    : ''
}
