import {
  Canary,
  largestTeamShare,
  Promotion,
  type ReleasedContract,
  type ReleaseProblem,
  type RemoteStatus,
  Rollback,
  Withdrawal,
} from '@encre/releases/registry'
import { withBody } from '@encre/worker/body'
import { type Context, Hono } from 'hono'
import { problem } from '../../problem.ts'
import type { SiteEnv } from '../../site-env.ts'
import { readLiveRemotes, updateLiveRemotes } from '../releases/live-remotes.ts'
import { findIncompatibilities, findLostRoutes } from '../releases/release-check.ts'
import { findCurrentRelease, findRelease, listVersions } from '../releases/releases-store.ts'
import type { RegistryEnv } from '../tokens/require-token.ts'
import { moves } from './channel-moves.ts'
import {
  type ChannelChange,
  changeChannel,
  findFallback,
  getChannel,
  listHistory,
  noVersion,
} from './channels-store.ts'
import { describeVerdict } from './judge-canary.ts'

/** `/api/releases/:remote/contract`: public, as the contract of the deployed worker is. */
export const releasedContract = new Hono<SiteEnv>().get('/', async (c) => {
  const entries = await readLiveRemotes(c.env)
  if (!entries) return problem(c, 503, 'unavailable')
  const entry = entries.find(({ remote }) => remote === c.req.param('remote'))
  const release = entry?.canary?.release ?? entry?.current
  if (!release?.contract) return problem(c, 404, 'not-found')
  return c.json<ReleasedContract>({ version: release.version, contract: release.contract }, 200, {
    'Cache-Control': 'no-store',
  })
})

/** `/api/releases/:remote`: which version of a remote visitors get. */
export const channels = new Hono<RegistryEnv>()
  .get('/', async (c) => {
    const { DB } = c.env
    const [channel, versions, verdict] = await Promise.all([
      getChannel(DB, c.var.remote),
      listVersions(DB, c.var.remote),
      describeVerdict(DB, c.var.remote),
    ])
    const waitsFor = verdict?.ramp ? verdict.text : null
    return c.json<RemoteStatus>({ ...channel, largestShare: largestShareOf(c), waitsFor, versions })
  })

  .get('/history', async (c) => c.json({ entries: await listHistory(c.env.DB, c.var.remote) }))

  .post(
    '/promote',
    async (c, next) => (largestShareOf(c) < 100 ? refuseTeam(c) : next()),
    withBody(Promotion, (c: Context<RegistryEnv>, body) => answerChange(c, promote, body)),
  )
  .post(
    '/rollback',
    withBody(Rollback, (c: Context<RegistryEnv>, body) => answerChange(c, rollBack, body)),
  )
  .post(
    '/withdraw',
    withBody(Withdrawal, (c: Context<RegistryEnv>, body) => answerChange(c, withdraw, body)),
  )
  .post(
    '/canary',
    withBody(Canary, async (c: Context<RegistryEnv>, body) =>
      body.share > largestShareOf(c) ? refuseTeam(c) : answerChange(c, startCanary, body),
    ),
  )

/**
 * The largest share that the caller's token may give a version. More comes from the reports of its
 * visitors.
 */
function largestShareOf(c: Context<RegistryEnv>): number {
  return c.var.tokenId === null ? 100 : largestTeamShare
}

function refuseTeam(c: Context<RegistryEnv>) {
  return problem(
    c,
    403,
    'permission-denied',
    `a team's token gives a version to at most ${largestTeamShare} %: start a canary, or ask the platform`,
  )
}

async function answerChange<Body>(
  c: Context<RegistryEnv>,
  change: (env: Env, remote: string, body: Body, author: string) => ChangeResult,
  body: Body,
): Promise<Response> {
  const refusal = await change(c.env, c.var.remote, body, c.var.author)
  const channel = await getChannel(c.env.DB, c.var.remote)
  if (refusal?.code === 'stale-revision')
    return problem(c, 412, refusal.code, `revision ${channel.revision}`)
  if (refusal) return problem(c, 409, refusal.code, refusal.detail)
  await updateLiveRemotes(c.env)
  return c.json(channel)
}

interface Refusal {
  code: ReleaseProblem
  detail?: string
}

type ChangeResult = Promise<Refusal | null>

async function promote(
  env: Env,
  remote: string,
  { version, reason, revision, dropRoutes }: Promotion,
  author: string,
): ChangeResult {
  const channel = await getChannel(env.DB, remote)
  const refusal = await refuseVersion(env, remote, version, dropRoutes)
  if (refusal) return refusal
  return apply(env.DB, remote, revision ?? channel.revision, {
    action: 'promote',
    version,
    replaced: channel.current,
    author,
    reason: reason ?? null,
    next: moves.promote(channel, { version }),
  })
}

async function rollBack(
  env: Env,
  remote: string,
  { reason, revision }: Rollback,
  author: string,
): ChangeResult {
  const channel = await getChannel(env.DB, remote)
  const { current, previous, canary } = channel
  if (!current && !previous && !canary) return { code: 'nothing-to-roll-back-to' }
  const to = canary ? current : previous
  const left = [current, to].filter((version) => version !== null)
  const fallback = canary ? null : await findFallback(env.DB, remote, left)
  return apply(env.DB, remote, revision ?? channel.revision, {
    action: 'rollback',
    version: to ?? noVersion,
    replaced: canary?.version ?? current,
    author,
    reason: reason ?? null,
    next: moves.rollBack(channel, { fallback }),
  })
}

/** Takes the remote away from everyone, a canary too. */
async function withdraw(
  env: Env,
  remote: string,
  { reason, revision }: Withdrawal,
  author: string,
): ChangeResult {
  const channel = await getChannel(env.DB, remote)
  const replaced = channel.current ?? channel.canary?.version
  if (!replaced) return { code: 'nothing-to-roll-back-to' }
  return apply(env.DB, remote, revision ?? channel.revision, {
    action: 'withdraw',
    version: noVersion,
    replaced,
    author,
    reason,
    next: moves.withdraw(channel),
  })
}

/**
 * Starts a canary, changes its share, or ends it (share 0). It replaces an active one: the reports
 * of two would mix.
 */
async function startCanary(
  env: Env,
  remote: string,
  { version, share, reason, revision, dropRoutes, ramp = false }: Canary,
  author: string,
): ChangeResult {
  const channel = await getChannel(env.DB, remote)
  const { current, canary } = channel
  // Ending a canary needs no check: its version may no longer fit.
  const isEnd = share === 0 && canary?.version === version
  const refusal = isEnd ? null : await refuseVersion(env, remote, version, dropRoutes)
  if (refusal) return refusal
  const isReplaced = canary && canary.version !== version
  return apply(env.DB, remote, revision ?? channel.revision, {
    action: 'canary',
    version,
    replaced: isReplaced ? canary.version : current,
    author,
    reason:
      [reason, isReplaced && `instead of the canary, which had ${canary.share} %`]
        .filter((part) => part)
        .join('; ') || null,
    next: moves.setCanary(channel, { version, share, ramp }),
  })
}

const unknownVersion: Refusal = { code: 'unknown-version' }

/** Checks the release again: the shell and the worker may have changed since its registration. */
async function refuseVersion(
  env: Env,
  remote: string,
  version: string,
  dropRoutes: string[] = [],
): ChangeResult {
  const release = await findRelease(env.DB, remote, version)
  if (!release) return unknownVersion
  const lost = findLostRoutes(release, await findCurrentRelease(env.DB, remote), dropRoutes)
  const incompatibilities = [...lost, ...(await findIncompatibilities(env, release))]
  return incompatibilities.length > 0
    ? { code: 'does-not-fit', detail: incompatibilities.join('; ') }
    : null
}

async function apply(
  db: D1Database,
  remote: string,
  revision: number,
  change: ChannelChange,
): ChangeResult {
  return (await changeChannel(db, remote, revision, change)) ? null : { code: 'stale-revision' }
}
