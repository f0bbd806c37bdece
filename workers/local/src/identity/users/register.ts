import { normalizeEmail } from './credentials.ts'
import { hashPassword, isPasswordAcceptable } from './passwords.ts'
import { createUser, type User } from './users-store.ts'

/** The new member, or the reason for a refusal. Like at Auth0, the name falls back to the address. */
export async function registerUser(
  db: D1Database,
  asked: { email: string; password: string; name?: string | undefined },
): Promise<User | 'invalid-email' | 'weak-password' | 'exists'> {
  const email = normalizeEmail(asked.email)
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) return 'invalid-email'
  if (!isPasswordAcceptable(asked.password)) return 'weak-password'
  const user = await createUser(db, { email, name: asked.name?.trim() || email, passwordHash: await hashPassword(asked.password) })
  return user ?? 'exists'
}
