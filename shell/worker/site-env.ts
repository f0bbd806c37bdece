import type { AppEnv } from '@encre/worker/app'
import type { Context } from 'hono'

/** What a request of the site's worker has: its bindings and its id. */
export type SiteEnv = AppEnv<Env>
export type SiteContext = Context<SiteEnv>
