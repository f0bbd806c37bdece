import { cors } from 'hono/cors'

/** Allows the site's page, with cookies, on every route but the test control. */
export const allowSite = cors({
  origin: (origin, c) => (origin === c.env.SITE_ORIGIN ? origin : null),
  credentials: true,
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['Content-Type', 'Authorization', 'Auth0-Client'],
  maxAge: 600,
})
