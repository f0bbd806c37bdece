import { answerHealth } from '@encre/worker/health'
import { Hono } from 'hono'

export const health = new Hono<{ Bindings: Env }>().get('/', (c) =>
  answerHealth(c, 'gallery', {
    d1: () => c.env.DB.prepare('select 1').run(),
    r2: () => c.env.IMAGES.head('health'),
  }),
)
