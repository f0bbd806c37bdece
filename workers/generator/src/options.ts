import type { MemberEnv } from '@encre/worker/member'
import { Hono } from 'hono'
import type { Bindings } from './bindings.ts'
import type { GeneratorOptions } from './contract.ts'
import { readQuota } from './limits/limits.ts'
import { listModels, offeredOptions } from './providers/models-store.ts'

export const options = new Hono<MemberEnv<Bindings>>().get('/', async (c) => {
  const [models, quota] = await Promise.all([listModels(c.env), readQuota(c.env, c.var.memberId)])
  return c.json<GeneratorOptions>({
    ...offeredOptions(models),
    origin: c.env.IMAGE_ORIGIN,
    quota,
  })
})
