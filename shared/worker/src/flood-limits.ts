import { createMiddleware } from 'hono/factory'
import { ownerKey } from './member.ts'
import { problem } from './problem.ts'

/**
 * A binding of `ratelimits` in wrangler.jsonc. It counts per location and approximately: it stops
 * floods, and no quota depends on it.
 */
export interface FloodLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>
}

/** The setting that switches the limits of a worker. */
export interface FloodSettings {
  FLOOD_LIMITS: string
}

/** What a worker with `limitMemberWrites` has in its `wrangler.jsonc`. */
export interface MemberFloodBindings extends FloodSettings {
  MEMBER_WRITES: FloodLimiter
}

/**
 * Counts a request with this key. Returns whether it stays below the limit; always true where the
 * limits are off.
 */
export async function isBelowLimit(
  { FLOOD_LIMITS }: FloodSettings,
  limiter: FloodLimiter,
  key: string,
): Promise<boolean> {
  return FLOOD_LIMITS === 'off' || (await limiter.limit({ key })).success
}

/** Whether the method asks for a change. */
export function isWrite(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method)
}

/**
 * Answers a member's flood of writes with 429. Use it after `requireMember`, so that nobody can use
 * up the limit of another.
 */
export const limitMemberWrites = createMiddleware<{
  Bindings: MemberFloodBindings
  Variables: { memberId: string }
}>(async (c, next) => {
  if (!isWrite(c.req.method)) return next()
  const key = await ownerKey(c.var.memberId)
  if (await isBelowLimit(c.env, c.env.MEMBER_WRITES, key)) return next()
  return problem(c, 429, 'resource-exhausted')
})
