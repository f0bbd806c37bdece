import { Design } from '@encre/protocol/design'
import { plainLine } from '@encre/protocol/plain-text'
import type { SharedProblem } from '@encre/protocol/problem'
import * as z from 'zod/mini'

export const accountPaths = {
  me: '/api/account/me',
  password: '/api/account/password',
  dashboard: '/api/account/dashboard',
}

/** A member's document. `createdAt` is the date of the first call, ISO 8601 in UTC. */
export const User = z.object({ id: z.string(), email: z.string(), name: z.string(), createdAt: z.iso.datetime() })
export type User = z.infer<typeof User>

export const nameLimit = 80

/** Body of `PATCH /me`. Only the name can be changed. */
export const Rename = z.strictObject({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(nameLimit), ...plainLine()) })
export type Rename = z.infer<typeof Rename>

/**
 * Body of `DELETE /me`: the member's password, or the ID token of a sign-in in the last minutes, where the tenant's page signs in. The
 * answer `sign-in-required` asks for such a sign-in. Pages from before this body get `failed-precondition`.
 */
export const ErasureRequest = z.strictObject({ password: z.optional(z.string()), idToken: z.optional(z.string()) })
export type ErasureRequest = z.infer<typeof ErasureRequest>

/**
 * Answer to `DELETE /me`, which erases the member's generations, references, designs, images and document, then their sign-in at the
 * tenant. `signInErased` is false if the site may not change its tenant: a later sign-in then starts an empty account. After an error,
 * send the request again: it continues with what is left.
 */
export const Erasure = z.object({ signInErased: z.boolean() })
export type Erasure = z.infer<typeof Erasure>

/** Body of `PUT /password`. */
export const PasswordChange = z.strictObject({ currentPassword: z.string(), newPassword: z.string() })
export type PasswordChange = z.infer<typeof PasswordChange>

/** Answer to `GET /dashboard`: the member, the number of their designs and the newest five. */
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
  /** The account is deleted only after a fresh sign-in at the tenant. */
  | 'sign-in-required'
