import { insightPath } from '@encre/releases/insight'
import { reportPaths } from '@encre/releases/registry'
import { type FloodLimiter, isBelowLimit, isWrite } from '@encre/worker/flood-limits'
import { hashToken, importHmacKey } from '@encre/worker/secrets'
import type { Context, HonoRequest } from 'hono'
import { createMiddleware } from 'hono/factory'
import { problem } from './problem.ts'
import type { SiteEnv } from './site-env.ts'

// Which requests are counted per network, and what counts as one network. The numbers are the
// `ratelimits` of `shell/wrangler.jsonc`; a member's own writes are
// `shared/worker/src/flood-limits.ts`.

/** Answers a flood from one network with 429. */
export const limitFloods = createMiddleware<SiteEnv>(async (c, next) => {
  const limiter = limiterOf(c.env, c.req)
  const network = limiter && visitorNetwork(c)
  if (network && !(await isBelowLimit(c.env, limiter, network))) {
    return problem(c, 429, 'resource-exhausted')
  }
  await next()
})

/** The site's, and those of each feature. */
const healthReads = /^\/api\/([^/]+\/)?health(\/|$)/

/** Reads that need no member: the token in the address opens a file. */
const tokenReads =
  /^\/api\/(gallery\/links\/[^/]+\/image|gallery\/archives\/[^/]+|account\/downloads\/[^/]+)$/

/**
 * Null for requests that are not limited here: a member's reads, and the platform's requests, which
 * need a token.
 */
function limiterOf(env: Env, request: HonoRequest): FloodLimiter | null {
  const { method, path } = request
  if (healthReads.test(path)) return env.HEALTH_READS
  if (tokenReads.test(path)) return env.PAGE_READS
  if (reportPaths.includes(path)) return env.PAGE_REPORTS
  return isWrite(method) && !path.startsWith('/api/releases/') ? env.ADDRESS_WRITES : null
}

const operatorPaths = /^\/api\/(releases\/|([^/]+\/)?metrics$)/
const rightTokenForMs = 60_000
const rightTokens = new Map<string, number>()

/**
 * One limit for every token that a network tries, at whatever address reads one: of the platform,
 * of a team, of the metrics. A token that was right a minute ago takes no place, so that a release
 * may send many files.
 */
export const limitOperatorTokens = createMiddleware<SiteEnv>(async (c, next) => {
  const authorization = c.req.header('authorization')
  const isSignIn = c.req.path === `${insightPath}/session` && isWrite(c.req.method)
  const isTry = isSignIn || (authorization !== undefined && operatorPaths.test(c.req.path))
  const network = isTry && visitorNetwork(c)
  if (!network) return next()
  const used = await hashToken(`${network} ${isSignIn ? '' : authorization}`)
  const isKnown = Date.now() < (rightTokens.get(used) ?? 0)
  if (!isKnown && !(await isBelowLimit(c.env, c.env.OPERATOR_SIGN_INS, network))) {
    return problem(c, 429, 'resource-exhausted')
  }
  await next()
  // Also a team's token at the address of another remote, which 403 refuses, is a right one.
  if (isSignIn || c.res.status === 401) return
  if (rightTokens.size >= 1000) rightTokens.clear()
  rightTokens.set(used, Date.now() + rightTokenForMs)
})

/**
 * One isolate accepts `perMinute` reports in all and `perNetwork` of one network, so that one flood
 * displaces no other reports.
 */
export function createReportLimit(
  perMinute: number,
  perNetwork: number,
): (network: string) => boolean {
  let accepted = 0
  let minute = 0
  const byNetwork = new Map<string, number>()
  return (network) => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) {
      minute = now
      accepted = 0
      byNetwork.clear()
    }
    const count = (byNetwork.get(network) ?? 0) + 1
    // Refused reports are not counted, which also bounds the map.
    if (accepted >= perMinute || count > perNetwork) return false
    byNetwork.set(network, count)
    accepted += 1
    return true
  }
}

/**
 * The visitor's network, a /48 of IPv6, as 32 hex digits: an HMAC with the site's secret, another
 * one every UTC day. Null for an invalid address.
 */
export async function createNetworkKey(
  address: string,
  secret: string,
  now = new Date(),
): Promise<string | null> {
  const network = networkOf(address, groupsOfSite)
  if (!network) return null
  const key = await importHmacKey(secret)
  const day = now.toISOString().slice(0, 10)
  const message = new TextEncoder().encode(`network ${day} ${network}`)
  const signature = await crypto.subtle.sign('HMAC', key, message)
  return new Uint8Array(signature, 0, networkKeyBytes).toHex()
}

const networkKeyBytes = 16

const ipv4Address = /^(?:::ffff:)?(?<start>(?:\d{1,3}\.){3})\d{1,3}$/i

/** A /64 is one network of a line. A line has a /48 at most, and 65,536 of them. */
const groupsOfNetwork = 4
const groupsOfSite = 3

/** The network of the visitor's address, '' without a valid one. */
export function visitorNetwork(c: Pick<Context, 'req'>): string {
  return networkOf(c.req.header('cf-connecting-ip') ?? '') ?? ''
}

/** The /24 of an IPv4 address, the /64 or the /48 of an IPv6 address. Null for anything else. */
export function networkOf(address: string, groups: 3 | 4 = groupsOfNetwork): string | null {
  const start = ipv4Address.exec(address)?.groups?.start
  if (start) return `${start}0/24`
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return null
  return `${expandIpv6(address).slice(0, groups).join(':')}::/${16 * groups}`
}

/**
 * The eight groups of a valid IPv6 address, without leading zeros: `2001:db8::1` is 2001, db8, 0,
 * 0, 0, 0, 0, 1.
 */
export function expandIpv6(address: string): string[] {
  // `::` stands for as many zeros as are missing.
  const [start = '', end] = address.split('::')
  const first = splitGroups(start)
  const last = splitGroups(end ?? '')
  const missing = end === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const zeros = Array.from({ length: missing }, () => '0')
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16).toString(16))
}

function splitGroups(part: string): string[] {
  return part === '' ? [] : part.split(':')
}
