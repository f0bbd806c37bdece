import { toPlainLine } from '@encre/protocol/plain-text'
import { logError } from '@encre/worker/log'
import { createToken, hashToken, readBearer, secretValues } from '@encre/worker/secrets'
import { createMiddleware } from 'hono/factory'
import { problem } from '../../problem.ts'
import type { SiteEnv } from '../../site-env.ts'
import { findToken, recordTokenUse, tokenIdLength } from './tokens-store.ts'

export interface RegistryEnv extends SiteEnv {
  /** `tokenId` is the short id of a team's token, null for the platform's. */
  Variables: { requestId: string; author: string; remote: string; tokenId: string | null }
}

const tokenRemedy =
  'no token, or one that is unknown or was revoked: the platform creates another (npm run release token)'

/**
 * Accepts the platform's token, and a team's token for its own remote. 401 without a valid token,
 * 403 for another remote.
 */
export const requireToken = createMiddleware<RegistryEnv>(async (c, next) => {
  const token = readBearer(c)
  const holder = token ? await acceptToken(c.env, c.executionCtx, token) : null
  if (!holder) {
    c.header('WWW-Authenticate', 'Bearer')
    return problem(c, 401, 'permission-denied', tokenRemedy)
  }
  const remote = c.req.param('remote')
  if (holder.remote !== null && holder.remote !== remote) {
    const remedy = `this token is for ${holder.remote} alone: ask ${remote ? 'the team of that remote, or ' : ''}the platform`
    return problem(c, 403, 'permission-denied', remedy)
  }
  c.set('tokenId', holder.tokenId)
  c.set('author', authorOf(c.req.header('x-author'), holder.author))
  await next()
})

/**
 * Who a token belongs to. `remote` is null for the platform's token, and `tokenId` the short id of
 * a team's.
 */
export interface TokenHolder {
  remote: string | null
  author: string
  tokenId: string | null
}

/** The holder of a token, whose use is recorded. Null for an unknown token. */
export async function acceptToken(
  env: Env,
  context: { waitUntil(work: Promise<unknown>): void },
  token: string,
): Promise<TokenHolder | null> {
  const hash = await hashToken(token)
  const holder = await findHolder(env, hash)
  if (holder?.tokenId)
    context.waitUntil(
      recordTokenUse(env.DB, hash).catch((error: unknown) =>
        logError(error, { event: 'token use' }),
      ),
    )
  return holder
}

/** The holder of the token with this hash. */
export async function findHolder(env: Env, hash: string): Promise<TokenHolder | null> {
  const platform = secretValues('PLATFORM_TOKEN', env.PLATFORM_TOKEN)
  if ((await Promise.all(platform.map(hashToken))).includes(hash))
    return { remote: null, author: 'platform', tokenId: null }
  const found = await findToken(env.DB, hash)
  return found && { ...found, tokenId: hash.slice(0, tokenIdLength) }
}

function authorOf(claimed: string | undefined, holder: string): string {
  if (!claimed) return holder
  try {
    return `${toPlainLine(decodeURIComponent(claimed).slice(0, 80))} (${holder})`
  } catch {
    return holder
  }
}

export async function createRandomToken(): Promise<{ token: string; hash: string }> {
  const token = `encre_${createToken(32)}`
  return { token, hash: await hashToken(token) }
}
