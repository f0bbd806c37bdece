import { type InsightErrors, insightDays } from '@encre/protocol/insight'
import type { SharedProblem } from '@encre/protocol/problem'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { daysAgo } from '../days-ago.ts'
import { listPageErrors } from './errors/page-errors-store.ts'
import { createStackReader } from './errors/readable-stacks.ts'
import { type OperatorEnv, requireOperator } from './operators/require-operator.ts'
import { session } from './operators/session.ts'
import { readInsight } from './read-insight.ts'

const Days = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(insightDays.maximum)), insightDays.default)

/** `/api/releases/insight`: what happens on the site, for operators. */
export const insight = new Hono<OperatorEnv>()
  .route('/session', session)
  .use(requireOperator)

  .get('/', async (c) => {
    const since = readSince(c.req.query('days'))
    return since ? c.json(await readInsight(c.env, c.var.holder, since)) : problem<SharedProblem>(c, 400, 'invalid-request')
  })

  .get('/errors', async (c) => {
    const since = readSince(c.req.query('days'))
    if (!since) return problem<SharedProblem>(c, 400, 'invalid-request')
    const readStack = createStackReader(c.env.RELEASES)
    const errors = await listPageErrors(c.env.DB, since, c.var.holder.remote)
    return c.json<InsightErrors>({ errors: await Promise.all(errors.map(async (one) => ({ ...one, ...(await readStack(one.stack)) }))) })
  })

/** The start of the asked period, or null for an invalid number of days. */
function readSince(days: string | undefined): Date | null {
  const parsed = z.safeParse(Days, days)
  return parsed.success ? daysAgo(parsed.data) : null
}
