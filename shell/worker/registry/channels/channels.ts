import type { SharedProblem } from '@encre/protocol/problem'
import { Canary, Promotion, type ReleaseProblem, Rollback } from '@encre/protocol/registry'
import { problem } from '@encre/worker/problem'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { listVersions } from '../releases/releases-store.ts'
import { readJson } from '../tokens/read-json.ts'
import type { RegistryEnv } from '../tokens/require-token.ts'
import { promote, type Refusal, rollBack, startCanary } from './change-channel.ts'
import { getChannel, listHistory } from './channels-store.ts'
import { refreshRegistry } from './live-remotes.ts'

type Code = ReleaseProblem | SharedProblem

const jsonBody = bodyLimit({ maxSize: 512 * 1024, onError: (c) => problem<Code>(c, 413, 'invalid-request') })

/** `/api/releases/:remote`: which version of a remote visitors get. */
export const channels = new Hono<RegistryEnv>()
  .get('/', async (c) => {
    const [channel, versions] = await Promise.all([getChannel(c.env.DB, c.var.remote), listVersions(c.env.DB, c.var.remote)])
    return c.json({ ...channel, versions })
  })

  .get('/history', async (c) => c.json({ entries: await listHistory(c.env.DB, c.var.remote) }))

  .post('/promote', jsonBody, async (c) => {
    const body = await readJson(c, Promotion)
    if (!body) return problem<Code>(c, 422, 'invalid-request')
    return answerChange(c, await promote(c.env, c.var.remote, body, c.var.author))
  })

  .post('/rollback', jsonBody, async (c) => {
    const body = await readJson(c, Rollback)
    if (!body) return problem<Code>(c, 422, 'invalid-request')
    return answerChange(c, await rollBack(c.env, c.var.remote, body, c.var.author))
  })

  .post('/canary', jsonBody, async (c) => {
    const body = await readJson(c, Canary)
    if (!body) return problem<Code>(c, 422, 'invalid-request')
    return answerChange(c, await startCanary(c.env, c.var.remote, body, c.var.author))
  })

/** Answers the channel after a change, or the reason why nothing changed. */
async function answerChange(c: Context<RegistryEnv>, refusal: Refusal | null): Promise<Response> {
  const channel = await getChannel(c.env.DB, c.var.remote)
  if (refusal?.code === 'stale-revision') return problem<Code>(c, 412, refusal.code, `revision ${channel.revision}`)
  if (refusal) return problem<Code>(c, 409, refusal.code, refusal.detail)
  await refreshRegistry(c.env)
  return c.json(channel)
}
