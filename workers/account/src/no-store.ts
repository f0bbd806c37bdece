import { createMiddleware } from 'hono/factory'

/** What a member reads about themselves stays out of every cache. */
export const noStore = createMiddleware(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})
