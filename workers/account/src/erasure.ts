import { readBody } from '@encre/worker/body'
import type { MemberEnv } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import type { Context } from 'hono'
import type { Bindings } from './bindings.ts'
import { type AccountProblem, type Erasure, ErasureRequest } from './contract.ts'
import { eraseMember } from './erase-member.ts'
import { hasErasure } from './erasures-store.ts'
import { refusePassword } from './refuse-password.ts'
import { isFreshSignIn } from './tenant/fresh-sign-in.ts'

/** What the browser deletes with the account. The cache has the member's images, whose addresses are valid for hours. */
const clearedSiteData = '"cache", "cookies", "storage"'

/** `DELETE /me`: deletes the account of a member who has just proved that it is theirs. */
export async function answerErasure(c: Context<MemberEnv<Bindings>>): Promise<Response> {
  // Pages from before the proof send no body. They tell the member to refresh the page, which loads the new one.
  if (!c.req.header('content-type')) return problem<AccountProblem>(c, 412, 'failed-precondition')
  const proof = await readBody(c, ErasureRequest)
  if (!proof) return problem<AccountProblem>(c, 400, 'invalid-request')

  const refused = await refuseProof(c, proof)
  if (refused) return refused
  const erasure = await eraseMember(c.env, c.var.memberId)
  c.header('Clear-Site-Data', clearedSiteData)
  return c.json<Erasure>(erasure)
}

async function refuseProof(c: Context<MemberEnv<Bindings>>, { password, idToken }: ErasureRequest): Promise<Response | null> {
  const { memberId } = c.var
  // A page that did not get the answer asks again. The tenant has no such member any more, so nothing can be proved.
  if (await hasErasure(c.env.DB, memberId)) return null
  if (idToken !== undefined && (await isFreshSignIn(c.env, { memberId, idToken }))) return null
  // Without a client of its own this worker cannot check a password.
  if (password === undefined || !c.env.AUTH0_M2M_CLIENT_ID) return problem<AccountProblem>(c, 403, 'sign-in-required')
  return refusePassword(c, password)
}
