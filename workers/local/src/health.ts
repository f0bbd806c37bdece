import { Hono } from 'hono'
import type { App } from './app.ts'

export const health = new Hono<App>().get('/', async (c) => {
  await c.env.DB.prepare('select 1 from users limit 1').all()
  return c.text('ok local\nok local-database\n')
})
