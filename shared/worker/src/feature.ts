import { WorkerEntrypoint } from 'cloudflare:workers'

interface App<Bindings> {
  routes: readonly { method: string; path: string }[]
  fetch(request: Request, env: Bindings, context: ExecutionContext): Response | Promise<Response>
}

/**
 * The default export of a feature's `worker.ts`: requests, `sweep` and counters through one service
 * binding.
 */
export function createFeature<Bindings>(
  app: App<Bindings>,
  sweep: (env: Bindings) => Promise<Record<string, number>>,
  readCounters: (env: Bindings) => Promise<Counter[]> = async () => [],
  reports: Reports<Bindings> = { list: async () => [], end: async () => false },
): FeatureWorker<Bindings> {
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

    async listReports(): Promise<Report[]> {
      return reports.list(this.env)
    }

    async endReported(reportId: string): Promise<boolean> {
      return reports.end(this.env, reportId)
    }
  }
}

/** Named, because a declaration file cannot hold the protected members of an anonymous class. */
interface FeatureWorker<Bindings> {
  new (
    context: ExecutionContext,
    env: Bindings,
  ): WorkerEntrypoint<Bindings> & Maintenance & { fetch(request: Request): Promise<Response> }
  readonly routes: App<Bindings>['routes']
}

/** One value of a counter, which only grows. */
export interface Counter {
  name: string
  labels: Record<string, string>
  value: number
}

/** What a visitor reports of a public page. `url` opens what the page shows, for some hours. */
export interface Report {
  id: string
  text: string
  createdAt: string
  subject: string
  url: string
}

export interface Reports<Bindings> {
  list(env: Bindings): Promise<Report[]>
  /** Ends the page that a report is about. False if it has ended already. */
  end(env: Bindings, reportId: string): Promise<boolean>
}

/** Every feature's worker implements this for the shell's cron and for the operators' page. */
export interface Maintenance {
  /**
   * Deletes what has expired and restarts what has stalled. Called every minute. Resolves to counts
   * for the log.
   */
  sweep(): Promise<Record<string, number>>
  readCounters(): Promise<Counter[]>
  listReports(): Promise<Report[]>
  endReported(reportId: string): Promise<boolean>
}
