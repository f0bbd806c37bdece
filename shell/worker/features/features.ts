import { networkKeyHeader } from '@encre/protocol/network'
import type { SharedProblem } from '@encre/protocol/problem'
import type { AppEnv } from '@encre/worker/app'
import type { Maintenance } from '@encre/worker/feature'
import { isBelowLimit } from '@encre/worker/flood-limits'
import { logError } from '@encre/worker/log'
import { problem } from '@encre/worker/problem'
import { secretValues } from '@encre/worker/secrets'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { createNetworkKey, networkOf } from '../flood-limits.ts'
import { floodPage, unavailablePage } from '../notice-pages.ts'

interface FeatureWorker extends Maintenance {
  fetch(request: string | Request, init?: RequestInit): Promise<Response>
}

export interface Feature {
  /** The name that its folders and its paths have: `gallery` answers `/api/gallery/*`. */
  name: string
  worker: FeatureWorker
}

// What runs this worker may add bindings of its own, with names such as `__NAME`.
const bindingPattern = /^[A-Z][A-Z0-9_]*$/

/** The binding `PAGES_F` names the worker that renders the pages under `/f/`. */
const pagesPrefix = 'PAGES_'

/** Every service binding but `ASSETS`, and `PAGES_*`, a second way to a feature. `PRICE_LIST` would be the feature `price-list`. */
export function listFeatures(env: Env): Feature[] {
  return Object.entries(env)
    .filter(([name]) => !name.startsWith(pagesPrefix))
    .flatMap(([name, binding]) => (isFeature(name, binding) ? [{ name: featureName(name), worker: binding }] : []))
    .sort((one, other) => one.name.localeCompare(other.name))
}

export function findFeature(env: Env, name: string): Feature | null {
  return listFeatures(env).find((feature) => feature.name === name) ?? null
}

export function findPages(env: Env, segment: string): Feature | null {
  for (const [name, binding] of Object.entries(env)) {
    const isAsked = name.startsWith(pagesPrefix) && featureName(name.slice(pagesPrefix.length)) === segment
    if (isAsked && isFeature(name, binding)) return { name, worker: binding }
  }
  return null
}

function featureName(binding: string): string {
  return binding.toLowerCase().replaceAll('_', '-')
}

/** Only services have `fetch`. `sweep` cannot be checked: a service seems to have every method until one is called. */
function isFeature(name: string, binding: unknown): binding is FeatureWorker {
  if (name === 'ASSETS' || !bindingPattern.test(name)) return false
  return typeof binding === 'object' && binding !== null && 'fetch' in binding && typeof binding.fetch === 'function'
}

/** Forwards `/api/:feature/*` to the feature's worker, streams included. A worker that fails answers 503 and affects nothing else. */
export const forward = createMiddleware<AppEnv<Env>>(async (c, next) => {
  const feature = findFeature(c.env, c.req.param('feature') ?? '')
  if (!feature) return next()
  return (await ask(feature, c)) ?? problem<SharedProblem>(c, 503, 'unavailable')
})

/** Forwards `/:segment/*`. These pages read a database each time: a flood from one network gets 429. */
export const forwardPage = createMiddleware<AppEnv<Env>>(async (c, next) => {
  const pages = findPages(c.env, c.req.param('segment') ?? '')
  if (!pages) return next()
  const network = networkOf(c.req.header('cf-connecting-ip') ?? '')
  if (network && !(await isBelowLimit(c.env, c.env.PAGE_READS, network))) return floodPage(c)
  return (await ask(pages, c)) ?? unavailablePage(c)
})

async function ask({ name, worker }: Feature, c: Context<AppEnv<Env>>): Promise<Response | null> {
  try {
    const response = await worker.fetch(await withOwnHeaders(c.req.raw, c.env))
    c.set('isLogged', true)
    return new Response(response.body, response)
  } catch (error) {
    logError(error, { requestId: c.var.requestId, feature: name })
    return null
  }
}

/** Replaces a network key and a version key that the client may have sent. Reads get no network key. */
async function withOwnHeaders(request: Request, { COMPOSITION_SECRET }: Env): Promise<Request> {
  const forwarded = new Request(request)
  forwarded.headers.delete(networkKeyHeader)
  const address = request.headers.get('cf-connecting-ip')
  const key =
    address && request.method === 'POST' ? await createNetworkKey(address, secretValues('COMPOSITION_SECRET', COMPOSITION_SECRET)[0]) : null
  if (key) forwarded.headers.set(networkKeyHeader, key)
  forwarded.headers.set('Cloudflare-Workers-Version-Key', readMemberId(request) ?? address ?? '')
  return forwarded
}

/** The member that a token claims to be, unverified: it only keeps a member on one version of a worker during a deploy. */
function readMemberId(request: Request): string | null {
  try {
    const claims = request.headers.get('authorization')?.split('.')[1] ?? ''
    const { sub } = JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(claims, { alphabet: 'base64url' })))
    return encodeURIComponent(sub)
  } catch {
    return null
  }
}
