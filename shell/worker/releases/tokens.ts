import type { SharedProblem } from '@encre/protocol/problem'
import { NewToken } from '@encre/protocol/registry'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { readBody } from './read-body.ts'
import { mintToken, type ReleaseEnv, requireToken } from './release-tokens.ts'
import { createToken } from './tokens-store.ts'

/** `/api/releases/tokens`: the platform gives a team the token of its remote. */
export const tokens = new Hono<ReleaseEnv>().post('/', requireToken, async (c) => {
  const body = await readBody(c, NewToken)
  if (!body) return problem<SharedProblem>(c, 422, 'invalid-request')
  const { token, hash } = await mintToken()
  await createToken(c.env.DB, hash, body.remote, body.author)
  return c.json({ token, remote: body.remote, author: body.author }, 201, { 'Cache-Control': 'no-store' })
})
