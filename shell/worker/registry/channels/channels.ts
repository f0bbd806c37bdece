import type { SharedProblem } from '@encre/protocol/problem'
import { Canary, Promotion, type ReleasedContract, type ReleaseProblem, Rollback } from '@encre/protocol/registry'
import type { AppEnv } from '@encre/worker/app'
import { readBody } from '@encre/worker/body'
import { problem } from '@encre/worker/problem'
import { type Context, Hono } from 'hono'
import { findIncompatibilities, findLostRoutes } from '../releases/release-check.ts'
import { findCurrentRelease, findRelease, listVersions } from '../releases/releases-store.ts'
import type { RegistryEnv } from '../tokens/require-token.ts'
import { type ChannelChange, changeChannel, findFallback, getChannel, listHistory, recordRefusal } from './channels-store.ts'
import { readLiveRemotes, updateLiveRemotes } from './live-remotes.ts'

type Code = ReleaseProblem | SharedProblem

/** `/api/releases/:remote/contract`: public, as the contract of the deployed worker is. */
export const releasedContract = new Hono<AppEnv<Env>>().get('/', async (c) => {
  const entries = await readLiveRemotes(c.env)
  if (!entries) return problem<Code>(c, 503, 'unavailable')
  const entry = entries.find(({ remote }) => remote === c.req.param('remote'))
  const release = entry?.canary?.release ?? entry?.current
  if (!release?.contract) return problem<Code>(c, 404, 'not-found')
  return c.json<ReleasedContract>({ version: release.version, contract: release.contract }, 200, { 'Cache-Control': 'no-store' })
})

/** `/api/releases/:remote`: which version of a remote visitors get. */
export const channels = new Hono<RegistryEnv>()
  .get('/', async (c) => {
    const [channel, versions] = await Promise.all([getChannel(c.env.DB, c.var.remote), listVersions(c.env.DB, c.var.remote)])
    return c.json({ ...channel, versions })
  })

  .get('/history', async (c) => c.json({ entries: await listHistory(c.env.DB, c.var.remote) }))

  .post('/promote', async (c) => {
    const body = await readBody(c, Promotion, { anyType: true })
    if (!body) return problem<Code>(c, 400, 'invalid-request')
    return answerChange(c, await promote(c.env, c.var.remote, body, c.var.author))
  })

  .post('/rollback', async (c) => {
    const body = await readBody(c, Rollback, { anyType: true })
    if (!body) return problem<Code>(c, 400, 'invalid-request')
    return answerChange(c, await rollBack(c.env, c.var.remote, body, c.var.author))
  })

  .post('/canary', async (c) => {
    const body = await readBody(c, Canary, { anyType: true })
    if (!body) return problem<Code>(c, 400, 'invalid-request')
    return answerChange(c, await startCanary(c.env, c.var.remote, body, c.var.author))
  })

/** Answers the channel after a change, or the reason why nothing changed. */
async function answerChange(c: Context<RegistryEnv>, refusal: Refusal | null): Promise<Response> {
  const channel = await getChannel(c.env.DB, c.var.remote)
  if (refusal?.code === 'stale-revision') return problem<Code>(c, 412, refusal.code, `revision ${channel.revision}`)
  if (refusal) return problem<Code>(c, 409, refusal.code, refusal.detail)
  await updateLiveRemotes(c.env)
  return c.json(channel)
}

interface Refusal {
  code: ReleaseProblem
  detail?: string
}

/** Null after the change, or the reason why nothing changed. */
type ChangeResult = Promise<Refusal | null>

async function promote(env: Env, remote: string, { version, reason, revision, dropRoutes }: Promotion, author: string): ChangeResult {
  const channel = await getChannel(env.DB, remote)
  const refusal = await refuseVersion(env, remote, version, dropRoutes)
  if (refusal) return refusal
  const isCurrent = channel.current === version
  return apply(env.DB, remote, revision ?? channel.revision, {
    action: 'promote',
    version,
    replaced: channel.current,
    author,
    reason: reason ?? null,
    next: { current: version, previous: isCurrent ? channel.previous : channel.current, canary: null },
  })
}

/** Ends the active canary; without one, returns to the previous version. */
async function rollBack(env: Env, remote: string, { reason, revision }: Rollback, author: string): ChangeResult {
  const channel = await getChannel(env.DB, remote)
  if (channel.current && channel.canary) {
    return apply(env.DB, remote, revision ?? channel.revision, {
      action: 'rollback',
      version: channel.current,
      replaced: channel.canary.version,
      author,
      reason: reason ?? null,
      next: { current: channel.current, previous: channel.previous, canary: null },
    })
  }
  if (!channel.current || !channel.previous) return { code: 'nothing-to-roll-back-to' }
  return apply(env.DB, remote, revision ?? channel.revision, {
    action: 'rollback',
    version: channel.previous,
    replaced: channel.current,
    author,
    reason: reason ?? null,
    next: {
      current: channel.previous,
      previous: await findFallback(env.DB, remote, [channel.current, channel.previous]),
      canary: null,
    },
  })
}

/** Starts a canary, changes its share, or ends it (share 0). Only one canary may be active, because the reports of two would mix. */
async function startCanary(
  env: Env,
  remote: string,
  { version, share, reason, revision, dropRoutes, ramp = false }: Canary,
  author: string,
): ChangeResult {
  const channel = await getChannel(env.DB, remote)
  if (channel.canary && channel.canary.version !== version && share > 0) {
    const detail = `${channel.canary.version} has ${channel.canary.share} %, so ${version} was not started. End the canary first`
    await recordRefusal(env.DB, remote, { version, share, author, reason: [reason, detail].filter((part) => part).join('; ') })
    return { code: 'canary-active', detail }
  }
  if (!channel.current) return unknownVersion
  // Ending a canary needs no check: its version may no longer fit.
  const isEnd = share === 0 && channel.canary?.version === version
  const refusal = isEnd ? null : await refuseVersion(env, remote, version, dropRoutes)
  if (refusal) return refusal
  return apply(env.DB, remote, revision ?? channel.revision, {
    action: 'canary',
    version,
    replaced: channel.current,
    author,
    reason: reason ?? null,
    next: {
      current: channel.current,
      previous: channel.previous,
      canary: share > 0 && version !== channel.current ? { version, share, ramp } : null,
    },
  })
}

const unknownVersion: Refusal = { code: 'unknown-version' }

/** Checks the release again: the shell and the worker may have changed since its registration. */
async function refuseVersion(env: Env, remote: string, version: string, dropRoutes: string[] = []): ChangeResult {
  const release = await findRelease(env.DB, remote, version)
  if (!release) return unknownVersion
  const lost = findLostRoutes(release, await findCurrentRelease(env.DB, remote), dropRoutes)
  const incompatibilities = [...lost, ...(await findIncompatibilities(env, release))]
  return incompatibilities.length > 0 ? { code: 'does-not-fit', detail: incompatibilities.join('; ') } : null
}

async function apply(db: D1Database, remote: string, revision: number, change: ChannelChange): ChangeResult {
  return (await changeChannel(db, remote, revision, change)) ? null : { code: 'stale-revision' }
}
