import type { SharedProblem } from '@encre/protocol/problem'
import type { AppEnv } from '@encre/worker/app'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { readRegistry } from '../channels/live-remotes.ts'
import { readShellVersion } from '../shells/deployed-shell.ts'
import { composeForVisitor } from './compose-for-visitor.ts'
import { findComposition } from './compositions-store.ts'

export const compositions = new Hono<AppEnv<Env>>()
  /** What this visitor's page would run if it was opened now: how a page that stays open learns of a release or a rollback. */
  .get('/current', async (c) => {
    const [shell, entries] = await Promise.all([readShellVersion(c.env), readRegistry(c.env)])
    if (!entries) return problem<SharedProblem>(c, 503, 'unavailable')
    const composition = await composeForVisitor(c, shell, entries)
    const headers = { ETag: `"${composition.id}"`, 'Cache-Control': 'private, no-cache' }
    if (c.req.header('if-none-match') === headers.ETag) return c.body(null, 304, headers)
    return c.json(composition, 200, headers)
  })

  /** What a page with this id ran. */
  .get('/:id', async (c) => {
    const composition = await findComposition(c.env.DB, c.req.param('id'))
    return composition ? c.json(composition) : problem<SharedProblem>(c, 404, 'not-found')
  })
