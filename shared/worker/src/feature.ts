import { WorkerEntrypoint } from 'cloudflare:workers'
import type { Counter, Maintenance } from './maintenance.ts'

interface App<Bindings> {
  routes: readonly { method: string; path: string }[]
  fetch(request: Request, env: Bindings, context: ExecutionContext): Response | Promise<Response>
}

/**
 * The entrypoint of a feature's worker: the site's worker reaches its requests, its `sweep` and its counters through one service binding.
 * Use it as the default export of `worker.ts`.
 */
export function createFeature<Bindings>(
  app: App<Bindings>,
  sweep: (env: Bindings) => Promise<Record<string, number>>,
  readCounters: (env: Bindings) => Promise<Counter[]> = async () => [],
) {
  return class extends WorkerEntrypoint<Bindings> implements Maintenance {
    /** For tests, which compare them with the rows of the access matrix. */
    static readonly routes = app.routes

    override async fetch(request: Request): Promise<Response> {
      return app.fetch(request, this.env, this.ctx)
    }

    async sweep(): Promise<Record<string, number>> {
      return sweep(this.env)
    }

    async readCounters(): Promise<Counter[]> {
      return readCounters(this.env)
    }
  }
}
