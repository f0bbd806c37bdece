import type { AppEnv } from '@encre/worker/app'

export type App = AppEnv<Env>
