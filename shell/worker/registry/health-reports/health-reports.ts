import type { SharedProblem } from '@encre/protocol/problem'
import { HealthReport } from '@encre/protocol/registry'
import type { AppEnv } from '@encre/worker/app'
import { problem } from '@encre/worker/problem'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { readRegistry } from '../channels/live-remotes.ts'
import { readClaims } from '../composition/composition-token.ts'
import { readJson } from '../tokens/read-json.ts'
import { endBadCanary } from './bad-canary.ts'
import { keepOutcome } from './health-reports-store.ts'

const smallBody = bodyLimit({ maxSize: 8192, onError: (c) => problem<SharedProblem>(c, 413, 'invalid-request') })

/** `/api/releases/outcomes`: pages say how it went with what they were given. Nobody signs in for that, so no vote weighs much. */
export const healthReports = new Hono<AppEnv<Env>>().post('/', smallBody, async (c) => {
  const body = await readJson(c, HealthReport)
  if (!body) return problem<SharedProblem>(c, 422, 'invalid-request')
  const claims = await readClaims(c.env.COMPOSITION_SECRET, body.token)
  const version = claims && Object.hasOwn(claims.versions, body.remote) ? claims.versions[body.remote] : undefined
  if (!claims || !version) return problem<SharedProblem>(c, 403, 'permission-denied')

  const failed = body.outcome !== 'ok'
  // Good news is only needed to compare: a row for every visit would be most of the database.
  if (failed || (await hasCanary(c.env, body.remote))) {
    const address = await addressKey(c)
    await keepOutcome(c.env.DB, { remote: body.remote, version, visitor: claims.visitor, address, outcome: body.outcome })
  }
  if (failed) await endBadCanary(c.env, body.remote)
  return c.body(null, 204)
})

async function hasCanary(env: Env, remote: string): Promise<boolean> {
  const entries = await readRegistry(env)
  return entries?.some((entry) => entry.remote === remote && entry.canary) ?? false
}

/** Stands for the network that a vote came from (IPv6: its first 48 bits) and cannot be turned back. */
async function addressKey(c: Context<AppEnv<Env>>): Promise<string> {
  const address = c.req.header('cf-connecting-ip') ?? ''
  const network = address.includes(':') ? address.split(':').slice(0, 3).join(':') : address
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${c.env.COMPOSITION_SECRET}:${network}`))
  return new Uint8Array(digest, 0, 16).toHex()
}
