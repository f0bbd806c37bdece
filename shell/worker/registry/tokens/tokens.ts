import type { SharedProblem } from '@encre/protocol/problem'
import { NewToken, type Tokens } from '@encre/protocol/registry'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { readJson } from './read-json.ts'
import { mintToken, type RegistryEnv, requireToken } from './require-token.ts'
import { createToken, deleteToken, listTokens } from './tokens-store.ts'

/** `/api/releases/tokens`: the platform gives a team the token of its remote, and takes it back. */
export const tokens = new Hono<RegistryEnv>()
  .use(requireToken)
  .get('/', async (c) => c.json<Tokens>({ tokens: await listTokens(c.env.DB) }))

  .post('/', async (c) => {
    const body = await readJson(c, NewToken)
    if (!body) return problem<SharedProblem>(c, 422, 'invalid-request')
    const { token, hash } = await mintToken()
    await createToken(c.env.DB, hash, body.remote, body.author)
    return c.json({ token, remote: body.remote, author: body.author }, 201, { 'Cache-Control': 'no-store' })
  })

  .delete('/:id', async (c) => {
    const id = c.req.param('id')
    const deleted = await deleteToken(c.env.DB, id)
    return deleted ? c.body(null, 204) : problem<SharedProblem>(c, 404, 'not-found', `no token is called ${id}`)
  })
