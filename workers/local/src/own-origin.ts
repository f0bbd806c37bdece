import { cors } from 'hono/cors'

/** Allows the site's page, with cookies, on every route but the test control. */
export const allowSite = cors({
  origin: (origin, c) => (origin === c.env.SITE_ORIGIN ? origin : null),
  credentials: true,
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['Content-Type', 'Authorization', 'Auth0-Client'],
  maxAge: 600,
})

const names = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether the Host header names this machine and the port of this worker. Refuses DNS rebinding: a site whose name resolves to this machine
 * still sends its own name.
 */
export function isOwnOrigin(url: string, ownOrigin: string): boolean {
  const { hostname, port } = new URL(url)
  return names.includes(hostname) && port === new URL(ownOrigin).port
}
