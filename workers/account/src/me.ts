import { UnavailableError } from '@encre/worker/dependencies'
import { isBelowLimit } from '@encre/worker/flood-limits'
import { logError } from '@encre/worker/log'
import { ownerKey } from '@encre/worker/member'
import { isoDate, momentOf } from '@encre/worker/moment'
import { problem } from '@encre/worker/problem'
import type { Bindings, Handlers } from './bindings.ts'
import type { Rename, User } from './contract.ts'
import { answerErasure } from './erasure.ts'
import { settingsOf } from './settings.ts'
import { patchTenantUser, UnknownMemberError } from './tenant/management.ts'
import { changeUser, findUser, loadUser } from './users-store.ts'

export const me = {
  async readMember(c) {
    const user = await loadUser(c.env, c.var.memberId, c.var.accessToken)
    return user ? c.json<User>(user) : problem(c, 401, 'permission-denied')
  },

  async renameMember(c, { body: rename }) {
    if (!(await isBelowLimit(c.env, c.env.RENAMES, await ownerKey(c.var.memberId)))) {
      return problem(c, 429, 'resource-exhausted')
    }
    const user = await loadUser(c.env, c.var.memberId, c.var.accessToken)
    if (!user) return problem(c, 401, 'permission-denied')
    try {
      if (!(await renameEverywhere(c.env, user, rename))) return problem(c, 409, 'version-conflict')
    } catch (error) {
      if (error instanceof UnknownMemberError) return problem(c, 401, 'permission-denied')
      throw error
    }
    return c.json<User>({ ...user, name: rename.name })
  },

  deleteAccount: answerErasure,
} satisfies Partial<Handlers>

/**
 * The row first: of simultaneous renames from one name only one changes it. If the tenant refuses,
 * the row gets the old name back. False if the name is another one by now.
 */
async function renameEverywhere(env: Bindings, user: User, rename: Rename): Promise<boolean> {
  const { from = user.name, ageMs, ...change } = rename
  const names = [from, change.name]
  const moments = { pressedAt: momentOf(ageMs), renamedAt: isoDate() }
  if (!(await changeUser(env.DB, user.id, change, names, moments))) return false
  try {
    await copyNameToTenant(env, user.id, change.name)
  } catch (error) {
    // The same wish is sent again, and must not find a younger one.
    const before = { pressedAt: null, renamedAt: null }
    await changeUser(env.DB, user.id, { name: user.name }, [change.name], before).catch(
      (failure: unknown) => logError(failure),
    )
    throw error
  }
  return true
}

/**
 * Of two renames one after the other the first may reach the tenant last: whoever is last there
 * leaves the name of the row.
 */
async function copyNameToTenant(env: Bindings, memberId: string, name: string): Promise<void> {
  const refusal = await patchTenantUser(settingsOf(env).tenant, memberId, { name })
  if (refusal !== null) throw new UnavailableError(`the tenant refused a name: ${refusal}`)
  const stored = await findUser(env.DB, memberId)
  if (stored && stored.name !== name) await copyNameToTenant(env, memberId, stored.name)
}
