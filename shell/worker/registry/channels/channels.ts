import type { SharedProblem } from '@encre/protocol/problem'
import { Canary, Promotion, type ReleaseProblem, Rollback } from '@encre/protocol/registry'
import { readBody } from '@encre/worker/body'
import { problem } from '@encre/worker/problem'
import { type Context, Hono } from 'hono'
import { listVersions } from '../releases/releases-store.ts'
import type { RegistryEnv } from '../tokens/require-token.ts'
import { promote, type Refusal, rollBack, startCanary } from './change-channel.ts'
import { getChannel, listHistory } from './channels-store.ts'
import { updateLiveRemotes } from './live-remotes.ts'

type Code = ReleaseProblem | SharedProblem

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
