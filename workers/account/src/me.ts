import { UnavailableError } from '@encre/worker/dependencies'
import { isBelowLimit } from '@encre/worker/flood-limits'
import { logError } from '@encre/worker/log'
import { ownerKey } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import type { Bindings, Handlers } from './bindings.ts'
import type { User } from './contract.ts'
import { answerErasure } from './erasure.ts'
import { settingsOf } from './settings.ts'
import { patchTenantUser, UnknownMemberError } from './tenant/management.ts'
import { changeUser, loadUser, type UserChange } from './users-store.ts'

export const me = {
  async readMember(c) {
    const user = await loadUser(c.env, c.var.memberId, c.var.accessToken)
    return user ? c.json<User>(user) : problem(c, 401, 'permission-denied')
  },

  async renameMember(c, { body: { from, ...change } }) {
    if (!(await isBelowLimit(c.env, c.env.RENAMES, await ownerKey(c.var.memberId)))) {
      return problem(c, 429, 'resource-exhausted')
    }
    const user = await loadUser(c.env, c.var.memberId, c.var.accessToken)
    if (!user) return problem(c, 401, 'permission-denied')
    if (![from ?? user.name, change.name].includes(user.name))
      return problem(c, 409, 'version-conflict')
    try {
      await renameEverywhere(c.env, user, change)
    } catch (error) {
      if (error instanceof UnknownMemberError) return problem(c, 401, 'permission-denied')
      throw error
    }
    return c.json<User>({ ...user, ...change })
  },

  deleteAccount: answerErasure,
} satisfies Partial<Handlers>

/**
 * The tenant first, since it may refuse. If the row cannot be written afterwards, the tenant gets
 * the old name back.
 */
async function renameEverywhere(env: Bindings, user: User, change: UserChange): Promise<void> {
  const refusal = await patchTenantUser(settingsOf(env).tenant, user.id, { name: change.name })
  if (refusal !== null) throw new UnavailableError(`the tenant refused a name: ${refusal}`)
  try {
    await changeUser(env.DB, user.id, change)
  } catch (error) {
    await patchTenantUser(settingsOf(env).tenant, user.id, { name: user.name }).catch(
      (failure: unknown) => logError(failure),
    )
    throw error
  }
}
