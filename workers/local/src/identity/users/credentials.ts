import type { Context } from 'hono'
import type { App } from '../../app.ts'
import { attemptLimit, countAttempt, deleteAttempts } from './attempts-store.ts'
import { isPassword } from './passwords.ts'
import { findAccount, type User } from './users-store.ts'

interface Credentials {
  email: string
  password: string
  /** The member's address. Attempts are counted per account and address. */
  address: string
}

/** The member, or the reason for a refusal. Every route that accepts a password uses this function. */
export async function checkCredentials(db: D1Database, credentials: Credentials): Promise<User | 'wrong' | 'too-many-attempts'> {
  const email = normalizeEmail(credentials.email)
  const attempts = await countAttempt(db, email, credentials.address)
  if (attempts > attemptLimit) return 'too-many-attempts'

  const account = await findAccount(db, email)
  const isRight = await isPassword(credentials.password, account?.passwordHash ?? null)
  if (!account || !isRight) return 'wrong'

  await deleteAttempts(db, email, credentials.address)
  return account.user
}

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

export function callerAddress(c: Context<App>): string {
  return c.req.header('cf-connecting-ip') ?? 'unknown'
}

export const wrongCredentials = 'Wrong email or password.'
export const tooManyAttempts =
  'Your account has been blocked after multiple consecutive login attempts. We have sent you an email with instructions on how to unblock it.'
