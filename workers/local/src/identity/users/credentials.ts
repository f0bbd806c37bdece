import { maximumPasswordBytes, minimumPasswordLength } from '@encre/protocol/catalogue'
import { isoDate } from '@encre/worker/moment'
import { findValue } from '@encre/worker/rows'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { App } from '../../app.ts'
import { createUser, findAccount, type User } from './users-store.ts'

interface Credentials {
  email: string
  password: string
  address: string
}

export async function checkCredentials(
  db: D1Database,
  credentials: Credentials,
): Promise<User | 'wrong' | 'too-many-attempts'> {
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

const attemptLimit = 10
const windowMs = 15 * 60_000

/** Counts before the password is checked, so that simultaneous guesses all count. */
async function countAttempt(db: D1Database, email: string, address: string): Promise<number> {
  const now = isoDate()
  const counted = db
    .prepare(
      `insert into sign_in_attempts (email, address, attempts, expires_at) values (?, ?, 1, ?)
       on conflict (email, address) do update set
         attempts = case when expires_at < ? then 1 else attempts + 1 end,
         expires_at = case when expires_at < ? then excluded.expires_at else expires_at end
       returning attempts`,
    )
    .bind(email, address, isoDate(windowMs), now, now)
  return (await findValue(counted, z.number())) ?? attemptLimit + 1
}

async function deleteAttempts(db: D1Database, email: string, address: string): Promise<void> {
  await db
    .prepare('delete from sign_in_attempts where email = ? and address = ?')
    .bind(email, address)
    .run()
}

/** Like at Auth0, the name falls back to the address. */
export async function registerUser(
  db: D1Database,
  request: { email: string; password: string; name?: string | undefined },
): Promise<User | 'invalid-email' | 'exists' | PasswordRefusal> {
  const email = normalizeEmail(request.email)
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) return 'invalid-email'
  const refusal = refusePassword(request.password, { email, name: request.name ?? '' })
  if (refusal) return refusal
  const user = await createUser(db, {
    email,
    name: request.name?.trim() || email,
    passwordHash: await hashPassword(request.password),
  })
  return user ?? 'exists'
}

/** Few: only developers have copies of this database, and each journey signs up. */
const iterations = 1000
/** Accounts of local sites from before 2026-11-23 may have this many. */
const olderIterations = 100_000

/** The most common passwords of six characters and more. Auth0's dictionary has 10,000. */
const common = new Set(
  '123456 1234567 12345678 123456789 1234567890 111111 000000 123123 654321 abc123 azerty azertyuiop qwerty qwerty123 qwertyuiop password password1 motdepasse iloveyou soleil doudou loulou marseille nicolas'.split(
    ' ',
  ),
)

export type PasswordRefusal = keyof typeof passwordRefusals

/** As Auth0 names them, and what its pages say (docs/authenticate/database-connections/password-options). */
export const passwordRefusals = {
  PasswordStrengthError: {
    message: 'Password is too weak',
    sentence: 'Ce mot de passe est trop faible : au moins 6 caractères, 72 octets au plus.',
  },
  PasswordDictionaryError: {
    message: 'Password is too common',
    sentence: 'Ce mot de passe est trop courant.',
  },
  PasswordNoUserInfoError: {
    message: 'Password contains user information',
    sentence: 'Ce mot de passe contient votre nom ou votre adresse email.',
  },
} as const

/** Shorter parts of a name stand in too many words. */
const shortestPart = 3

/** Refuses what `scripts/operate/auth0/tenant.yaml` makes the tenant refuse. */
export function refusePassword(
  password: string,
  { email, name }: Pick<User, 'email' | 'name'>,
): PasswordRefusal | null {
  const length = new TextEncoder().encode(password).byteLength
  if (password.length < minimumPasswordLength || length > maximumPasswordBytes)
    return 'PasswordStrengthError'
  const lower = password.toLowerCase()
  if (common.has(lower)) return 'PasswordDictionaryError'
  const [firstPart = ''] = email.split('@')
  const parts = [firstPart, ...name.split(/\s+/)].filter(({ length }) => length >= shortestPart)
  const isPersonal = parts.some((part) => lower.includes(part.toLowerCase()))
  return isPersonal ? 'PasswordNoUserInfoError' : null
}

export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return `${salt.toBase64()}.${(await derive(password, salt, iterations)).toBase64()}`
}

/** An unknown account (null) costs the same work, so that the time does not reveal accounts. */
async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [salt = '', hash = ''] = (stored ?? nobody).split('.')
  for (const count of [iterations, olderIterations]) {
    const derived = await derive(password, Uint8Array.fromBase64(salt), count)
    const isRight = crypto.subtle.timingSafeEqual(derived, Uint8Array.fromBase64(hash))
    if (isRight) return stored !== null
  }
  return false
}

const nobody = `${new Uint8Array(16).toBase64()}.${new Uint8Array(32).toBase64()}`

async function derive(password: string, salt: Uint8Array, count: number): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(password),
    'PBKDF2',
    false,
    ['deriveBits'],
  )
  return new Uint8Array(
    await crypto.subtle.deriveBits(
      { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: count },
      key,
      256,
    ),
  )
}
