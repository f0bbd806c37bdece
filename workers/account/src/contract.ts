import { Design } from '@encre/protocol/design'
import type { SharedProblem } from '@encre/protocol/problem'
import * as z from 'zod/mini'

export const accountPaths = {
  me: '/api/account/me',
  password: '/api/account/password',
  dashboard: '/api/account/dashboard',
}

/** A member's document. `createdAt` is when the account was made, ISO 8601 in UTC. */
export const User = z.object({ id: z.string(), email: z.string(), name: z.string(), createdAt: z.iso.datetime() })
export type User = z.infer<typeof User>

export const nameLimit = 80

/** Body of `PATCH /me`. Only the name is editable. */
export const Rename = z.strictObject({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(nameLimit)) })
export type Rename = z.infer<typeof Rename>

/**
 * Answer to `DELETE /me`, which erases the account: the member's generations, references, designs, images and document, then their
 * sign-in. `signInErased` is false where this site may not change its tenant: whoever signs in again starts anew. After a failure it is
 * asked again; what is erased already stays so.
 */
export const Erasure = z.object({ signInErased: z.boolean() })
export type Erasure = z.infer<typeof Erasure>

/** Body of `PUT /password`. */
export const PasswordChange = z.strictObject({ currentPassword: z.string(), newPassword: z.string() })
export type PasswordChange = z.infer<typeof PasswordChange>

/** `GET /dashboard`: the member, how many designs they have and the newest five. */
export const Dashboard = z.object({ user: User, designCount: z.number(), recent: z.array(Design) })
export type Dashboard = z.infer<typeof Dashboard>

export type AccountProblem =
  | SharedProblem
  | 'wrong-password'
  | 'password-too-short'
  | 'password-too-weak'
  | 'password-leaked'
  | 'too-many-attempts'
  | 'account-blocked'
