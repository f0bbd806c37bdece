import { answerHealth } from '@encre/worker/health'
import { Hono } from 'hono'
import type { App } from './app.ts'

export const health = new Hono<App>().get('/', (c) =>
  answerHealth(c, 'local', { d1: () => c.env.DB.prepare('select id from users limit 1').run() }),
)
