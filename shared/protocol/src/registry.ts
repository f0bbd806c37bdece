import * as z from 'zod/mini'
import { RemoteName, VersionName } from './release.ts'

/** Bodies and answers of `/api/releases`, spoken by the shell's worker, `scripts/release/` and the page. */

/** Names that a remote cannot have: they mean something else under `/api/releases`. */
export const reservedRemotes: readonly string[] = ['shell', 'tokens', 'compositions', 'outcomes', 'errors']

const Reason = z.optional(z.string().check(z.maxLength(500)))
/** The revision that the caller saw: when it is no longer the current one, 412 and nothing changes. */
const Revision = z.optional(z.number().check(z.int(), z.nonnegative()))

/** `POST /:remote/check` with a `Release`: why the live site would refuse it, a sentence each. Nothing is written. */
export const Checked = z.object({ misfits: z.array(z.string()) })
export type Checked = z.infer<typeof Checked>

/** `POST /:remote/promote`: everyone gets this version; a canary ends. */
export const Promotion = z.strictObject({ version: VersionName, reason: Reason, revision: Revision })
export type Promotion = z.infer<typeof Promotion>

/** `POST /:remote/rollback`: a canary that runs ends, and nothing else changes; where none does, back to the previous version. */
export const Rollback = z.strictObject({ reason: Reason, revision: Revision })
export type Rollback = z.infer<typeof Rollback>

/** `POST /:remote/canary`: `share` percent of the visitors get this version; 0 ends the canary. */
export const Canary = z.strictObject({
  version: VersionName,
  share: z.number().check(z.int(), z.minimum(0), z.maximum(100)),
  reason: Reason,
  revision: Revision,
})
export type Canary = z.infer<typeof Canary>

/** Which versions a remote's visitors get. `revision` grows by one with every change; 0 before the first promotion. */
export const Channel = z.object({
  remote: z.string(),
  current: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  canary: z.nullable(z.object({ version: z.string(), share: z.number() })),
  revision: z.number(),
})
export type Channel = z.infer<typeof Channel>

/**
 * `GET /:remote`. Versions newest first, with how many said how it went and for how many it failed: visitors while a canary runs, else
 * pages, each of which is a visitor of its own then.
 */
export const RemoteStatus = z.extend(Channel, {
  versions: z.array(
    z.object({
      version: z.string(),
      author: z.string(),
      createdAt: z.string(),
      visitors: z.number(),
      loadFailures: z.number(),
      errors: z.number(),
    }),
  ),
})
export type RemoteStatus = z.infer<typeof RemoteStatus>

/** `GET /:remote/history`, newest first. `replaced` is what the visitors had until then. */
export const History = z.object({
  entries: z.array(
    z.object({
      action: z.string(),
      version: z.string(),
      replaced: z.nullable(z.string()),
      share: z.nullable(z.number()),
      author: z.string(),
      reason: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
})
export type History = z.infer<typeof History>

/** `GET /:remote/:version/files`: what has been uploaded of a version, registered or not. */
export const UploadedFiles = z.object({ files: z.record(z.string(), z.object({ bytes: z.number(), integrity: z.string() })) })
export type UploadedFiles = z.infer<typeof UploadedFiles>

/** `POST /shell`, with the platform's token: the shell that is deployed next, and which of the kept files its pages need. */
export const ShellRelease = z.strictObject({
  version: VersionName,
  files: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(2000)),
})
export type ShellRelease = z.infer<typeof ShellRelease>

/**
 * `POST /:remote/prune`: forgets all but the newest `keep` versions and those that a channel points to. `POST /shell/prune`: all but the
 * last `keep` shells and those whose pages were given out in the last 30 days.
 */
export const Prune = z.strictObject({ keep: z.number().check(z.int(), z.minimum(3), z.maximum(1000)) })
export type Prune = z.infer<typeof Prune>

/** Its answer: the versions that are gone. */
export const Pruned = z.object({ versions: z.array(z.string()) })
export type Pruned = z.infer<typeof Pruned>

/** `POST /tokens`, with the platform's token: a token that reaches one remote. */
export const NewToken = z.strictObject({
  remote: RemoteName,
  author: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
})
export type NewToken = z.infer<typeof NewToken>

/** Its answer, the only time that the token is shown. */
export const CreatedToken = z.object({ token: z.string(), remote: z.string(), author: z.string() })
export type CreatedToken = z.infer<typeof CreatedToken>

/**
 * `GET /tokens`, with the platform's token: those that reach something, never the tokens themselves. `DELETE /tokens/:id` revokes one,
 * from the next request on; 404 for an unknown one. `lastUsedAt` is exact to the hour, null before the first use.
 */
export const Tokens = z.object({
  tokens: z.array(
    z.object({
      id: z.string(),
      remote: z.string(),
      author: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.nullable(z.string()),
    }),
  ),
})
export type Tokens = z.infer<typeof Tokens>

/** `GET /compositions/:id`: what a page with this id ran, and why each version was picked (`current` or `canary`). */
export const CompositionRecord = z.object({
  id: z.string(),
  shell: z.string(),
  remotes: z.array(z.object({ name: z.string(), version: z.string(), why: z.string() })),
  createdAt: z.string(),
})
export type CompositionRecord = z.infer<typeof CompositionRecord>

/**
 * `POST /outcomes`: how it went for this page with the version of a remote that its composition named. `token` is the
 * composition's. The worst of a visitor counts, once per version.
 */
export const HealthReport = z.strictObject({
  token: z.string().check(z.maxLength(4000)),
  remote: z.string(),
  outcome: z.enum(['ok', 'load-failed', 'error']),
})
export type HealthReport = z.infer<typeof HealthReport>

/**
 * `POST /errors`: what went wrong in a page. `composition` is what it runs, `openedWith` what it ran when it was opened (the
 * shell of that one goes on), `requestId` the worker's answer that it is about.
 */
export const ErrorReport = z.strictObject({
  composition: z.string().check(z.maxLength(40)),
  openedWith: z.string().check(z.maxLength(40)),
  path: z.string().check(z.maxLength(200)),
  message: z.string().check(z.maxLength(1000)),
  stack: z.optional(z.string().check(z.maxLength(4000))),
  requestId: z.optional(z.string().check(z.maxLength(100))),
})
export type ErrorReport = z.infer<typeof ErrorReport>

/** `release.json`'s neighbours in the registry refuse with these, beside the shared codes. */
export type ReleaseProblem =
  | 'release-exists'
  | 'file-exists'
  | 'file-too-large'
  | 'file-damaged'
  | 'files-missing'
  | 'route-taken'
  | 'does-not-fit'
  | 'unknown-version'
  | 'nothing-to-roll-back-to'
  | 'stale-revision'
