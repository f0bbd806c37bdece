import { ContractShape } from '@encre/protocol/contract-shape'
import { plainLine, plainText } from '@encre/protocol/plain-text'
import { RemoteName, VersionName } from '@encre/protocol/release'
import * as z from 'zod/mini'
import { ReleaseWeight } from './release-defects.ts'

// Requests and answers of `/api/releases`, for the shell's worker, `scripts/release/` and pages.
// Paths are below `/api/releases`.

/** What pages of visitors report, each kind to an address of its own. */
const reportKinds = ['outcomes', 'errors', 'violations', 'vitals']
export const reportPaths: readonly string[] = reportKinds.map((kind) => `/api/releases/${kind}`)

/** Names that a remote cannot have, because `/api/releases` uses them for other resources. */
export const reservedRemotes: readonly string[] = [
  'shell',
  'tokens',
  'compositions',
  'previews',
  'insight',
  ...reportKinds,
]

/** A text of at most so many characters. */
export const textUpTo = (most: number) => z.string().check(z.maxLength(most))

const Reason = z.optional(z.string().check(z.maxLength(500), ...plainText()))
/**
 * The revision that the caller read. If it is no longer the current one, the answer is 412 and
 * nothing changes.
 */
const Revision = z.optional(z.number().check(z.int(), z.nonnegative()))

/** Paths of routes that the change may take away from visitors; `*` allows any. */
const DropRoutes = z.optional(z.array(textUpTo(100)).check(z.maxLength(50)))

/**
 * `POST /:remote/check?drop=/path` with a `Release`: the reasons why the live site would refuse it,
 * one sentence each. `drop` names routes that it may take away, once per route. Writes nothing.
 */
export const Checked = z.object({
  misfits: z.array(z.string()),
  /** What the release costs its visitors, one sentence each; absent from older sites. */
  costs: z.optional(z.array(z.string())),
  /** The `packages` of the current version's release; absent without one. */
  packages: z.optional(z.record(z.string(), z.number())),
  /** The weight of the current version; absent without one, and from older sites. */
  weight: z.optional(ReleaseWeight),
})
export type Checked = z.infer<typeof Checked>

/**
 * `GET /:remote/contract`, public: the contract that released pages were built with, which is the
 * canary's or the current version's.
 */
export const ReleasedContract = z.object({ version: z.string(), contract: ContractShape })
export type ReleasedContract = z.infer<typeof ReleasedContract>

/**
 * The largest share of the visitors, in percent, that a team's token may choose. The registry
 * raises it while the reports are good.
 */
export const largestTeamShare = 10

/**
 * `POST /:remote/promote`, with the platform's token: gives everyone this version and ends a
 * canary. Refused if it loses a current route.
 */
export const Promotion = z.strictObject({
  version: VersionName,
  reason: Reason,
  revision: Revision,
  dropRoutes: DropRoutes,
})
export type Promotion = z.infer<typeof Promotion>

/**
 * `POST /:remote/rollback`: ends the active canary; without one, returns to the previous version,
 * or to none before the first one.
 */
export const Rollback = z.strictObject({ reason: Reason, revision: Revision })
export type Rollback = z.infer<typeof Rollback>

/**
 * `POST /:remote/withdraw`: takes the remote's pages and links away from everyone. A rollback
 * brings them back.
 */
export const Withdrawal = z.strictObject({
  reason: z.string().check(z.minLength(1), z.maxLength(500), ...plainText()),
  revision: Revision,
})
export type Withdrawal = z.infer<typeof Withdrawal>

/**
 * `POST /:remote/canary`: gives `share` percent of the visitors this version, in place of another
 * canary; 0 ends the canary. Refused if it loses a route of the current version, and for a team's
 * token above `largestTeamShare`.
 */
export const Canary = z.strictObject({
  version: VersionName,
  share: z.number().check(z.int(), z.minimum(0), z.maximum(100)),
  reason: Reason,
  revision: Revision,
  dropRoutes: DropRoutes,
  /**
   * The registry raises the share by itself while the reports are good, up to everyone. Absent: the
   * share stays.
   */
  ramp: z.optional(z.boolean()),
})
export type Canary = z.infer<typeof Canary>

/**
 * Which versions a remote's visitors get. `revision` grows by one with every change; 0 before the
 * first one.
 */
export const Channel = z.object({
  remote: z.string(),
  current: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  canary: z.nullable(z.object({ version: z.string(), share: z.number() })),
  revision: z.number(),
})
export type Channel = z.infer<typeof Channel>

/** A version with its health reports. They count visitors while a canary is active, and pages otherwise. */
export const RemoteVersion = z.object({
  version: z.string(),
  author: z.string(),
  createdAt: z.string(),
  visitors: z.number(),
  loadFailures: z.number(),
  errors: z.number(),
  /** Pages that started the version and then reported nothing more. */
  silent: z.number(),
})
export type RemoteVersion = z.infer<typeof RemoteVersion>

/** A channel with the remote's versions, newest first. */
export const RemoteVersions = z.extend(Channel, { versions: z.array(RemoteVersion) })
export type RemoteVersions = z.infer<typeof RemoteVersions>

/** `GET /:remote`. */
export const RemoteStatus = z.extend(RemoteVersions, {
  /** The largest share of the visitors, in percent, that the caller's token may choose. */
  largestShare: z.number(),
  /**
   * Why the canary's share does not grow yet, one sentence. Null without a canary that grows by
   * itself.
   */
  waitsFor: z.nullable(z.string()),
})
export type RemoteStatus = z.infer<typeof RemoteStatus>

/**
 * A change of what visitors get. `replaced` is the version that they had until then. Without a
 * version, `version` is `none`.
 */
export const HistoryEntry = z.object({
  action: z.string(),
  version: z.string(),
  replaced: z.nullable(z.string()),
  share: z.nullable(z.number()),
  author: z.string(),
  reason: z.nullable(z.string()),
  at: z.string(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** `GET /:remote/history`, newest first. */
export const History = z.object({ entries: z.array(HistoryEntry) })
export type History = z.infer<typeof History>

/** `GET /:remote/:version/files`: the uploaded files of a version, registered or not. */
export const UploadedFiles = z.object({
  files: z.record(z.string(), z.object({ bytes: z.number(), integrity: z.string() })),
})

/**
 * `POST /shell`, with the platform's token: the next shell and the stored files that its pages
 * need.
 */
export const ShellRelease = z.strictObject({
  version: VersionName,
  files: z.array(textUpTo(200)).check(z.maxLength(2000)),
})

/**
 * `POST /:remote/prune`: deletes all versions but the newest `keep` and those in a channel. `POST
 * /shell/prune`: deletes all shells but the last `keep` and those whose pages were served in the
 * last 30 days.
 */
export const Prune = z.strictObject({
  keep: z.number().check(z.int(), z.minimum(3), z.maximum(1000)),
  /** Deletes as many files of no release, although the answer before kept them. */
  orphans: z.optional(z.number().check(z.int(), z.minimum(0))),
})
export type Prune = z.infer<typeof Prune>

/** The answer to `Prune`: the deleted versions. */
export const Pruned = z.object({
  versions: z.array(z.string()),
  /** Files of no release that stay, because the database seems to miss releases; and why. */
  kept: z.optional(z.object({ files: z.number(), reason: z.string() })),
})
export type Pruned = z.infer<typeof Pruned>

/** `POST /tokens`, with the platform's token: creates a token for one remote. */
export const NewToken = z.strictObject({
  remote: RemoteName,
  author: z.string().check(z.trim(), z.minLength(1), z.maxLength(80), ...plainLine()),
})

/** The answer to `NewToken`, the only one that contains the token. */
export const CreatedToken = z.object({ token: z.string(), remote: z.string(), author: z.string() })
export type CreatedToken = z.infer<typeof CreatedToken>

/** A team's token without its secret. */
export const Token = z.object({
  id: z.string(),
  remote: z.string(),
  author: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type Token = z.infer<typeof Token>

/**
 * `GET /tokens`, with the platform's token: lists the valid tokens without their secrets. `DELETE
 * /tokens/:id` revokes one, which the next request then refuses; 404 for an unknown id.
 * `lastUsedAt` is exact to the hour, null before the first use.
 */
export const Tokens = z.object({ tokens: z.array(Token) })
export type Tokens = z.infer<typeof Tokens>

/**
 * `POST /:remote/previews`: a link to an uploaded version, and to one version each of other remotes.
 */
export const NewPreview = z.strictObject({
  version: VersionName,
  with: z.optional(
    z.array(z.strictObject({ remote: RemoteName, version: VersionName })).check(z.maxLength(20)),
  ),
})
export type NewPreview = z.infer<typeof NewPreview>

/**
 * The answer to `NewPreview`. Whoever opens `url` sees the site with these versions until
 * `expiresAt`, a day later, or until the end of the preview.
 */
export const CreatedPreview = z.object({ url: z.string(), expiresAt: z.string() })
export type CreatedPreview = z.infer<typeof CreatedPreview>

/** A link that opens. `shown` is the version of the remote that was asked for. */
export const Preview = z.object({
  id: z.string(),
  shown: z.string(),
  author: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type Preview = z.infer<typeof Preview>

/**
 * `GET /:remote/previews`: the links that still open. `DELETE /:remote/previews/:id` ends one at
 * once, also for visitors who have opened it, whatever else it shows; 404 for an unknown id.
 * Revoking a token ends the links that were created with it.
 */
export const Previews = z.object({ previews: z.array(Preview) })
export type Previews = z.infer<typeof Previews>

/**
 * `GET /compositions/:id`: the versions of the pages with this id, and why each was chosen
 * (`current`, `canary` or `preview`).
 */
export const CompositionRecord = z.object({
  id: z.string(),
  shell: z.string(),
  remotes: z.array(z.object({ name: z.string(), version: z.string(), why: z.string() })),
  createdAt: z.string(),
})
export type CompositionRecord = z.infer<typeof CompositionRecord>

/**
 * `POST /outcomes`: a page's health report about one version in its page manifest, with the
 * manifest's `token`. A visitor's worst report counts, once per version. `started`: the page is
 * about to mount the version; a minute without another report counts as silence.
 * `ok`: three seconds after it was shown the page is well; two and a half minutes without another
 * report count as silence. `done`: it still is after a minute, or was when the visitor left.
 * `error` also stands for what the page's policy blocked, and for a page that stood still or that
 * the version changed around itself. `left`: the page ended or left the version before its result.
 */
export const HealthReport = z.strictObject({
  token: textUpTo(4000),
  remote: z.string(),
  outcome: z.enum(['ok', 'done', 'load-failed', 'error', 'started', 'left']),
})
export type HealthReport = z.infer<typeof HealthReport>

/**
 * `POST /errors`: an error in a page. `composition` is the id of its page manifest, `openedWith`
 * the id when it was opened (the page keeps that shell), `requestId` the worker's answer that
 * caused the error, `earlier` what the page has mounted, as "gallery 3f2a91c-9b01d2e4".
 */
export const ErrorReport = z.strictObject({
  composition: textUpTo(40),
  openedWith: textUpTo(40),
  path: textUpTo(200),
  message: textUpTo(1000),
  stack: z.optional(textUpTo(4000)),
  requestId: z.optional(textUpTo(100)),
  earlier: z.optional(z.array(textUpTo(100)).check(z.maxLength(10))),
})
export type ErrorReport = z.infer<typeof ErrorReport>

/**
 * Where browsers send reports of the content security policy, as `application/csp-report` or
 * `application/reports+json`.
 */
export const violationsPath = '/api/releases/violations'

/** Codes of the registry's refusals, besides the shared ones. */
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
