import { createMiddleware } from 'hono/factory'

/** Keeps a member's own data out of every cache. */
export const noStore = createMiddleware(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})
