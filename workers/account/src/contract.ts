import { AnsweredDesign, Design } from '@encre/protocol/design'
import { plainLine } from '@encre/protocol/plain-text'
import type { SharedProblem } from '@encre/protocol/problem'
import { AddressToken } from '@encre/protocol/write-keys'
import * as z from 'zod/mini'

/** The paths of this worker's operations. */
export const accountPaths = {
  me: '/api/account/me',
  password: '/api/account/password',
  /**
   * `DELETE` ends the member's sessions on every device: 204, and no token is renewed any more. 409
   * `sessions-not-ended` where the tenant cannot.
   */
  sessions: '/api/account/sessions',
  dashboard: '/api/account/dashboard',
  export: '/api/account/export',
  exportLinks: '/api/account/export/links',
  exportDownload: (token: string) => `/api/account/downloads/${token}`,
}

/**
 * A member's document, as it is stored, answered and downloaded. `createdAt` is the date of the
 * first call, ISO 8601 in UTC.
 */
export const User = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

/** Most characters of a member's name. */
export const nameLimit = 80

/**
 * Body of `PATCH /me`. Only the name can be changed. 409 `version-conflict` if it is no longer
 * `from`, the name that the page has read, nor already the new one. Pages from before it overwrite.
 */
export const Rename = z.strictObject({
  from: z.optional(z.string()),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(nameLimit), ...plainLine()),
})
export type Rename = z.infer<typeof Rename>

/**
 * Body of `DELETE /me`: the password, or the ID token of a fresh sign-in. Pages from before this
 * body get `failed-precondition`.
 */
export const ErasureRequest = z.strictObject({
  password: z.optional(z.string()),
  idToken: z.optional(z.string()),
})
export type ErasureRequest = z.infer<typeof ErasureRequest>

/**
 * Answer to `DELETE /me`. `signInErased` is false if the site may not change its tenant. After an
 * error, a repeated request continues.
 */
export const Erasure = z.object({ signInErased: z.boolean() })
export type Erasure = z.infer<typeof Erasure>

/**
 * The member's one data download. `GET /export` reads it. `POST /export` starts one, or continues a
 * failed one, with 202.
 */
export const DataExport = z.object({
  /** 'none', 'running', 'ready' or 'failed'. Later versions may add states. */
  state: z.string(),
  /** Files written so far, and about how many there will be; null while that is not known. */
  files: z.number(),
  total: z.nullable(z.number()),
  /** Bytes of the ZIP; so far, while it is written. */
  bytes: z.number(),
  /** When a ready export is deleted; null in the other states. */
  expiresAt: z.nullable(z.iso.datetime()),
})
export type DataExport = z.infer<typeof DataExport>

/** Body of `POST /export/links`. Pages from before this body send none. */
export const NewExportLink = z.strictObject({ token: AddressToken })
export type NewExportLink = z.infer<typeof NewExportLink>

/**
 * `POST /export/links`: the path of the ZIP, which opens without a token in the header for an hour.
 * 404 unless the export is ready.
 */
export const ExportLink = z.object({ url: z.string() })
export type ExportLink = z.infer<typeof ExportLink>

/** Body of `PUT /password`. */
export const PasswordChange = z.strictObject({
  currentPassword: z.string(),
  newPassword: z.string(),
})
export type PasswordChange = z.infer<typeof PasswordChange>

/**
 * Answer to `GET /dashboard`: the member, the number of their designs, the newest five and those
 * with new answers. Older workers leave the last ones out.
 */
export const Dashboard = z.object({
  user: User,
  designCount: z.number(),
  recent: z.array(Design),
  answered: z.optional(z.array(AnsweredDesign)),
})
export type Dashboard = z.infer<typeof Dashboard>

/**
 * The problem codes of this worker. The tenant refuses passwords with the codes from
 * `wrong-password` to `account-blocked`.
 */
export type AccountProblem =
  | SharedProblem
  | 'wrong-password'
  | 'password-too-short'
  | 'password-too-weak'
  | 'password-leaked'
  | 'too-many-attempts'
  | 'account-blocked'
  /** The tenant's plan, or what it lets this site do, does not include it. */
  | 'sessions-not-ended'
  /** The account is deleted only after a fresh sign-in at the tenant. */
  | 'sign-in-required'
  /** 409: another tab has changed the name since it was read. */
  | 'version-conflict'
