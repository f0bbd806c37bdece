import { createHealth } from '@encre/worker/health'

export const health = createHealth<Env>('gallery', {
  d1: (env) => env.DB.prepare('select 1').run(),
  r2: (env) => env.IMAGES.head('health'),
})
