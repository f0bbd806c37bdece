import { cors } from 'hono/cors'

/** The site's page alone, with cookies; never the test control. */
export const allowSite = cors({
  origin: (origin, c) => (origin === c.env.SITE_ORIGIN ? origin : null),
  credentials: true,
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['Content-Type', 'Authorization', 'Auth0-Client'],
  maxAge: 600,
})
