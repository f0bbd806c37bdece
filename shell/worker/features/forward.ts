import { networkKeyHeader } from '@encre/protocol/network-key'
import type { SharedProblem } from '@encre/protocol/problem'
import type { AppEnv } from '@encre/worker/app'
import { isBelowLimit } from '@encre/worker/flood-limits'
import { logError } from '@encre/worker/log'
import { problem } from '@encre/worker/problem'
import { secretValues } from '@encre/worker/secrets'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { floodPage, unavailablePage } from '../notice-pages.ts'
import { type Feature, findFeature, findPages } from './features.ts'
import { createNetworkKey, networkOf } from './network-key.ts'

/** Forwards `/api/:feature/*` to the feature's worker, streams included. A worker that fails answers 503 and affects nothing else. */
export const forward = createMiddleware<AppEnv<Env>>(async (c, next) => {
  const feature = findFeature(c.env, c.req.param('feature') ?? '')
  if (!feature) return next()
  return (await ask(feature, c)) ?? problem<SharedProblem>(c, 503, 'unavailable')
})

/**
 * Forwards `/:segment/*` to the worker that renders these pages, which read a database each time: a flood from one network gets 429. A worker
 * that fails answers a page with 503.
 */
export const forwardPage = createMiddleware<AppEnv<Env>>(async (c, next) => {
  const pages = findPages(c.env, c.req.param('segment') ?? '')
  if (!pages) return next()
  const network = networkOf(c.req.header('cf-connecting-ip') ?? '')
  if (network && !(await isBelowLimit(c.env, c.env.PAGE_READS, network))) return floodPage(c)
  return (await ask(pages, c)) ?? unavailablePage(c)
})

/** Null if the worker throws. */
async function ask({ name, worker }: Feature, c: Context<AppEnv<Env>>): Promise<Response | null> {
  try {
    const response = await worker.fetch(await withNetworkKey(c.req.raw, c.env))
    c.set('isLogged', true)
    return new Response(response.body, response)
  } catch (error) {
    logError(error, { requestId: c.var.requestId, feature: name })
    return null
  }
}

/** Replaces a network key that the client may have sent. Reads get none. */
async function withNetworkKey(request: Request, { COMPOSITION_SECRET }: Env): Promise<Request> {
  const forwarded = new Request(request)
  forwarded.headers.delete(networkKeyHeader)
  const address = request.headers.get('cf-connecting-ip')
  const key =
    address && request.method === 'POST' ? await createNetworkKey(address, secretValues('COMPOSITION_SECRET', COMPOSITION_SECRET)[0]) : null
  if (key) forwarded.headers.set(networkKeyHeader, key)
  return forwarded
}
