import { networkKeyHeader } from '@encre/protocol/network'
import type { Maintenance } from '@encre/worker/feature'
import { features } from '@encre/worker/features'
import { isBelowLimit } from '@encre/worker/flood-limits'
import { logError } from '@encre/worker/log'
import { secretValues } from '@encre/worker/secrets'
import { createMiddleware } from 'hono/factory'
import { createNetworkKey, visitorNetwork } from '../flood-limits.ts'
import { floodPage, unavailablePage } from '../notice-pages.ts'
import { problem } from '../problem.ts'
import type { SiteContext, SiteEnv } from '../site-env.ts'

interface FeatureWorker extends Maintenance {
  fetch(request: string | Request, init?: RequestInit): Promise<Response>
}

export interface Feature {
  /** `gallery` answers `/api/gallery/*`. */
  name: string
  worker: FeatureWorker
}

type Row = (typeof features)[number]

export function listFeatures(env: Env): Feature[] {
  return features.map((row) => bind(env, row))
}

export function listPublicFeatures(env: Env): Feature[] {
  return features.filter(({ isPublic }) => isPublic).map((row) => bind(env, row))
}

export function findFeature(env: Env, name: string): Feature | null {
  return listFeatures(env).find((feature) => feature.name === name) ?? null
}

/** The feature whose worker renders the pages under `/<segment>/`. */
export function findPages(env: Env, segment: string): Feature | null {
  const row = features.find(({ pages }) => pages === segment)
  return row ? bind(env, row) : null
}

/** A row whose binding is missing in an environment of `wrangler.jsonc` is a type error here. */
function bind(env: Env, { name, binding }: Row): Feature {
  const service: Fetcher = env[binding]
  // wrangler does not know the methods of another worker. `createFeature` gives each worker these.
  return { name, worker: service as Fetcher & Maintenance }
}

/**
 * Forwards `/api/:feature/*` to the feature's worker, streams included. A worker that fails answers
 * 503 and affects nothing else.
 */
export const forward = createMiddleware<SiteEnv>(async (c, next) => {
  const feature = listPublicFeatures(c.env).find(({ name }) => name === c.req.param('feature'))
  if (!feature || c.req.path.endsWith('/health/deep')) return next()
  return (await ask(feature, c)) ?? problem(c, 503, 'unavailable')
})

/**
 * Forwards `/:segment/*`. These pages read a database each time: a flood from one network gets 429.
 */
export const forwardPage = createMiddleware<SiteEnv>(async (c, next) => {
  const pages = findPages(c.env, c.req.param('segment') ?? '')
  if (!pages) return next()
  const network = visitorNetwork(c)
  if (network && !(await isBelowLimit(c.env, c.env.PAGE_READS, network))) return floodPage(c)
  return (await ask(pages, c)) ?? unavailablePage(c)
})

async function ask({ name, worker }: Feature, c: SiteContext): Promise<Response | null> {
  try {
    const response = await worker.fetch(await withOwnHeaders(c.req.raw, c.env))
    c.set('isLogged', true)
    return new Response(response.body, response)
  } catch (error) {
    logError(error, { requestId: c.var.requestId, feature: name })
    return null
  }
}

/**
 * Replaces a network key and a version key that the client may have sent. Reads get no network key.
 */
async function withOwnHeaders(request: Request, { COMPOSITION_SECRET }: Env): Promise<Request> {
  const forwarded = new Request(request)
  forwarded.headers.delete(networkKeyHeader)
  const address = request.headers.get('cf-connecting-ip')
  const key =
    address && request.method === 'POST'
      ? await createNetworkKey(address, secretValues('COMPOSITION_SECRET', COMPOSITION_SECRET)[0])
      : null
  if (key) forwarded.headers.set(networkKeyHeader, key)
  forwarded.headers.set('Cloudflare-Workers-Version-Key', readMemberId(request) ?? address ?? '')
  return forwarded
}

/**
 * The member that a token claims to be, unverified: it only keeps a member on one version of a
 * worker during a deploy.
 */
function readMemberId(request: Request): string | null {
  try {
    const claims = request.headers.get('authorization')?.split('.')[1] ?? ''
    const { sub } = JSON.parse(
      new TextDecoder().decode(Uint8Array.fromBase64(claims, { alphabet: 'base64url' })),
    )
    return encodeURIComponent(sub)
  } catch {
    return null
  }
}
