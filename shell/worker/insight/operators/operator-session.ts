import type { AppEnv } from '@encre/worker/app'
import type { Context } from 'hono'
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { operatorSessionSeconds } from '../../lifetimes.ts'
import type { TokenHolder } from '../../registry/tokens/require-token.ts'
import { findTokenById } from '../../registry/tokens/tokens-store.ts'

const name = 'encre_operator'
/** The cookie is sent to the addresses that only read. */
const path = '/api/releases/insight'

/** What the cookie says: the id of a team's token, null for the platform's. `expires` in milliseconds since 1970. */
const Session = z.object({ tokenId: z.nullable(z.string()), expires: z.number() })

export async function startSession(c: Context<AppEnv<Env>>, { tokenId }: TokenHolder): Promise<void> {
  const session: z.infer<typeof Session> = { tokenId, expires: Date.now() + operatorSessionSeconds * 1000 }
  await setSignedCookie(c, name, JSON.stringify(session), secretOf(c.env), {
    path,
    httpOnly: true,
    sameSite: 'Strict',
    secure: c.env.SITE_ORIGIN.startsWith('https:'),
    maxAge: operatorSessionSeconds,
  })
}

export function endSession(c: Context<AppEnv<Env>>): void {
  deleteCookie(c, name, { path })
}

/** The holder of the session's token, or null. A session ends with its token. */
export async function findSession<E extends AppEnv<Env>>(c: Context<E>): Promise<TokenHolder | null> {
  const text = await getSignedCookie(c, secretOf(c.env), name)
  if (!text) return null
  const { tokenId, expires } = z.parse(Session, JSON.parse(text))
  if (expires < Date.now()) return null
  if (tokenId === null) return { remote: null, author: 'platform', tokenId }
  const found = await findTokenById(c.env.DB, tokenId)
  return found && { ...found, tokenId }
}

/** A key of its own, so that nothing else that the site signs can be a session. A new platform token ends all sessions. */
function secretOf({ COMPOSITION_SECRET, PLATFORM_TOKEN }: Env): string {
  return `operator session ${COMPOSITION_SECRET} ${PLATFORM_TOKEN}`
}
