import type { SharedProblem } from '@encre/protocol/problem'
import type { ReleasedContract } from '@encre/protocol/registry'
import type { AppEnv } from '@encre/worker/app'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { readLiveRemotes } from './live-remotes.ts'

/** `/api/releases/:remote/contract`: public, as the contract of the deployed worker is. */
export const releasedContract = new Hono<AppEnv<Env>>().get('/', async (c) => {
  const entries = await readLiveRemotes(c.env)
  if (!entries) return problem<SharedProblem>(c, 503, 'unavailable')
  const entry = entries.find(({ remote }) => remote === c.req.param('remote'))
  const release = entry?.canary?.release ?? entry?.current
  if (!release?.contract) return problem<SharedProblem>(c, 404, 'not-found')
  return c.json<ReleasedContract>({ version: release.version, contract: release.contract }, 200, { 'Cache-Control': 'no-store' })
})
