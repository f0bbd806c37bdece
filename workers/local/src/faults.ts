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

/** Test control: replaces an endpoint's answer, so that tests get a failure in the form of the real service. */
export const faults = new Hono<App>()
  .put('/', async (c) => {
    const fault = z.safeParse(Body, await c.req.json().catch(() => null))
    if (!fault.success) return c.text(z.prettifyError(fault.error), 400)
    const { body } = fault.data
    const written =
      typeof body === 'string' ? { body, contentType: 'text/plain' } : { body: JSON.stringify(body), contentType: 'application/json' }
    await setFault(c.env.DB, { ...fault.data, ...written })
    return c.body(null, 204)
  })
  .delete('/', async (c) => {
    await clearFaults(c.env.DB)
    return c.body(null, 204)
  })

export const answerFaults = createMiddleware<App>(async (c, next) => {
  const fault = await takeFault(c.env.DB, c.req.path)
  if (!fault) return next()
  return new Response(fault.body || null, { status: fault.status, headers: { 'Content-Type': fault.contentType } })
})

export interface Fault {
  endpoint: string
  status: number
  body: string
  contentType: string
  times: number
}

export async function setFault(db: D1Database, fault: Fault): Promise<void> {
  await db
    .prepare(
      `insert into faults (endpoint, status, body, content_type, times) values (?, ?, ?, ?, ?)
       on conflict (endpoint) do update set
         status = excluded.status, body = excluded.body, content_type = excluded.content_type, times = excluded.times`,
    )
    .bind(fault.endpoint, fault.status, fault.body, fault.contentType, fault.times)
    .run()
}

export async function takeFault(db: D1Database, endpoint: string): Promise<Pick<Fault, 'status' | 'body' | 'contentType'> | null> {
  return db
    .prepare('update faults set times = times - 1 where endpoint = ? and times > 0 returning status, body, content_type as contentType')
    .bind(endpoint)
    .first()
}

export async function clearFaults(db: D1Database): Promise<void> {
  await db.prepare('delete from faults').run()
}
