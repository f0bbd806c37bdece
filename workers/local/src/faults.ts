import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod/mini'
import type { App } from './app.ts'

const Body = z.strictObject({
  endpoint: z.string().check(z.regex(/^\/(?!faults)/)),
  status: z.int().check(z.gte(200), z.lte(599)),
  /** JSON, or a string that is sent as text. */
  body: z.unknown(),
  times: z._default(z.int().check(z.gte(1)), 1),
})

/**
 * Test control: replaces the answers to a path `times` times, so that tests get a failure in the
 * form of the real service.
 */
export const faults = new Hono<App>()
  .put('/', async (c) => {
    const fault = z.safeParse(Body, await c.req.json().catch(() => null))
    if (!fault.success) return c.text(z.prettifyError(fault.error), 400)
    const { endpoint, status, body, times } = fault.data
    const [text, contentType] =
      typeof body === 'string' ? [body, 'text/plain'] : [JSON.stringify(body), 'application/json']
    await c.env.DB.prepare(
      'insert or replace into faults (endpoint, status, body, content_type, times) values (?, ?, ?, ?, ?)',
    )
      .bind(endpoint, status, text, contentType, times)
      .run()
    return c.body(null, 204)
  })
  .delete('/', async (c) => {
    await c.env.DB.prepare('delete from faults').run()
    return c.body(null, 204)
  })

export const answerFaults = createMiddleware<App>(async (c, next) => {
  const fault = await c.env.DB.prepare(
    'update faults set times = times - 1 where endpoint = ? and times > 0 returning status, body, content_type as contentType',
  )
    .bind(c.req.path)
    .first<{ status: number; body: string; contentType: string }>()
  if (!fault) return next()
  return new Response(fault.body || null, {
    status: fault.status,
    headers: { 'Content-Type': fault.contentType },
  })
})
