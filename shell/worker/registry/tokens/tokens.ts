import { type CreatedToken, NewToken, type Tokens } from '@encre/releases/registry'
import { withBody } from '@encre/worker/body'
import { type Context, Hono } from 'hono'
import { problem } from '../../problem.ts'
import { createRandomToken, type RegistryEnv, requireToken } from './require-token.ts'
import { createToken, deleteToken, listTokens } from './tokens-store.ts'

/**
 * `/api/releases/tokens`: the platform creates a token for the team of one remote, and revokes it.
 */
export const tokens = new Hono<RegistryEnv>()
  .use(requireToken)
  .get('/', async (c) => c.json<Tokens>({ tokens: await listTokens(c.env.DB) }))

  .post(
    '/',
    withBody(NewToken, async (c: Context<RegistryEnv>, body) => {
      const { token, hash } = await createRandomToken()
      await createToken(c.env.DB, hash, body.remote, body.author)
      return c.json<CreatedToken>({ token, remote: body.remote, author: body.author }, 201, {
        'Cache-Control': 'no-store',
      })
    }),
  )

  .delete('/:id', async (c) => {
    const id = c.req.param('id')
    const deleted = await deleteToken(c.env.DB, id)
    return deleted ? c.body(null, 204) : problem(c, 404, 'not-found', `no token has the id ${id}`)
  })
