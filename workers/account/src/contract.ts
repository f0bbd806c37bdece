import { AnsweredDesign, Design, StoppedDesign } from '@encre/protocol/design'
import type { Operation } from '@encre/protocol/operation'
import { plainLine } from '@encre/protocol/plain-text'
import type { SharedProblem } from '@encre/protocol/problem'
import { AddressToken, AgeMs, repeatKeyHeader } from '@encre/protocol/repeat-key'
import * as z from 'zod/mini'

type AccountOperation = Operation<AccountProblem>

const passwordRefusals = ['wrong-password', 'password-leaked', 'account-blocked'] as const

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

export const readMember = {
  method: 'GET',
  path: '/api/account/me',
  summary: 'Reads the member',
  answers: { 200: User },
} as const satisfies AccountOperation

/** Most characters of a member's name. */
export const nameLimit = 80

/**
 * Only the name can be changed. `version-conflict` if it has changed after the press, but not to the
 * new one. Pages from before send in `from` the name that they have read, and it must be the same.
 */
export const Rename = z.strictObject({
  from: z.optional(z.string()),
  ageMs: AgeMs,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(nameLimit), ...plainLine()),
})
export type Rename = z.infer<typeof Rename>

export const renameMember = {
  method: 'PATCH',
  path: '/api/account/me',
  summary: 'Renames the member',
  body: Rename,
  answers: { 200: User },
  problems: { 409: ['version-conflict'] },
  repeats: 'same',
} as const satisfies AccountOperation

/** The password, or the ID token of a fresh sign-in. */
export const ErasureRequest = z.strictObject({
  password: z.optional(z.string()),
  idToken: z.optional(z.string()),
})
export type ErasureRequest = z.infer<typeof ErasureRequest>

/** `signInErased` is false if the site may not change its tenant. */
export const Erasure = z.object({ signInErased: z.boolean() })
export type Erasure = z.infer<typeof Erasure>

/**
 * After an error, a repeated request continues. Pages from before the body send none and get
 * `failed-precondition`.
 */
export const deleteAccount = {
  method: 'DELETE',
  path: '/api/account/me',
  summary: 'Deletes the account',
  body: z.optional(ErasureRequest),
  answers: { 200: Erasure },
  problems: {
    403: [...passwordRefusals, 'sign-in-required'],
    412: ['failed-precondition'],
    429: ['too-many-attempts'],
  },
  cost: 'password',
  repeats: 'same',
} as const satisfies AccountOperation

/** The member's one data download. */
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

export const readExport = {
  method: 'GET',
  path: '/api/account/export',
  summary: "Reads the member's data download",
  answers: { 200: DataExport },
} as const satisfies AccountOperation

/** Starts one, or continues a failed one. */
export const startExport = {
  method: 'POST',
  path: '/api/account/export',
  summary: "Starts the member's data download",
  answers: { 202: DataExport },
  cost: 'export',
  repeats: 'same',
} as const satisfies AccountOperation

export const NewExportLink = z.strictObject({ token: AddressToken })

/** The path of the ZIP, which opens without a token in the header for an hour. */
export const ExportLink = z.object({ url: z.string() })
export type ExportLink = z.infer<typeof ExportLink>

/** `not-found` unless the export is ready. Pages from before the body send none. */
export const createExportLink = {
  method: 'POST',
  path: '/api/account/export/links',
  summary: 'Makes an address of the finished download',
  body: z.optional(NewExportLink),
  headers: [repeatKeyHeader],
  answers: { 201: ExportLink },
  problems: { 404: ['not-found'], 422: ['failed-precondition'] },
  cost: 'download',
  repeats: 'by-key',
} as const satisfies AccountOperation

/** The browser downloads without a token in the header. */
export const downloadExport = {
  method: 'GET',
  path: '/api/account/downloads/:token',
  summary: 'Downloads the ZIP with the token of its address',
  access: 'public',
  answers: { 200: 'application/zip', 206: 'application/zip', 304: null, 412: null },
  problems: { 404: ['not-found'], 416: ['invalid-request'] },
} as const satisfies AccountOperation

export const PasswordChange = z.strictObject({
  currentPassword: z.string(),
  newPassword: z.string(),
})
export type PasswordChange = z.infer<typeof PasswordChange>

export const changePassword = {
  method: 'PUT',
  path: '/api/account/password',
  summary: 'Changes the password',
  body: PasswordChange,
  answers: { 204: null },
  problems: {
    400: [
      'password-too-short',
      'password-too-long',
      'password-too-weak',
      'password-too-common',
      'password-is-personal',
    ],
    403: passwordRefusals,
    429: ['too-many-attempts'],
  },
  cost: 'password',
  repeats: 'never',
} as const satisfies AccountOperation

/** Ends the member's sessions on every device: no token is renewed any more. */
export const endSessions = {
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Logs out everywhere',
  answers: { 204: null },
  problems: { 409: ['sessions-not-ended'] },
  repeats: 'same',
} as const satisfies AccountOperation

/**
 * The member, the number of their designs, the newest five, those with new answers and those whose
 * sharing was stopped. Older workers leave the last ones out.
 */
export const Dashboard = z.object({
  user: User,
  designCount: z.number(),
  recent: z.array(Design),
  answered: z.optional(z.array(AnsweredDesign)),
  stopped: z.optional(z.array(StoppedDesign)),
})
export type Dashboard = z.infer<typeof Dashboard>

export const readDashboard = {
  method: 'GET',
  path: '/api/account/dashboard',
  summary: 'Reads the dashboard',
  answers: { 200: Dashboard },
} as const satisfies AccountOperation

/**
 * The problem codes of this worker. The tenant refuses passwords with the codes from
 * `wrong-password` to `account-blocked`.
 */
export type AccountProblem =
  | SharedProblem
  | 'wrong-password'
  | 'password-too-short'
  | 'password-too-long'
  | 'password-too-weak'
  | 'password-too-common'
  /** It contains the member's name or the first part of their address. */
  | 'password-is-personal'
  | 'password-leaked'
  | 'too-many-attempts'
  | 'account-blocked'
  /** The tenant's plan, or what it lets this site do, does not include it. */
  | 'sessions-not-ended'
  /** The account is deleted only after a fresh sign-in at the tenant. */
  | 'sign-in-required'
  /** 409: another tab has changed the name since it was read. */
  | 'version-conflict'
