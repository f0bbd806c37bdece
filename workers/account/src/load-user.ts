import { toPlainLine } from '@encre/protocol/plain-text'
import type { Bindings } from './bindings.ts'
import { nameLimit, type User } from './contract.ts'
import { fetchProfile, type Profile } from './tenant/userinfo.ts'
import { createUser, findUser } from './users-store.ts'

/** The member's document. The first call creates it from the tenant's profile. Null if the tenant refuses the token. */
export async function loadUser(env: Bindings, memberId: string, accessToken: string): Promise<User | null> {
  const known = await findUser(env.DB, memberId)
  if (known) return known
  const profile = await fetchProfile(env, accessToken)
  if (profile?.sub !== memberId) return null
  return createUser(env.DB, { id: memberId, email: profile.email, name: nameOf(profile), createdAt: new Date().toISOString() })
}

/** Without a name the tenant answers the email address as name. Then the part before the @ is better. */
function nameOf({ name = '', email }: Profile): string {
  const given = toPlainLine(name)
  return (given !== '' && given !== email ? given : (email.split('@')[0] ?? email)).slice(0, nameLimit).toWellFormed()
}
