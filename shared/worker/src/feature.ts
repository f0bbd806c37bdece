import { WorkerEntrypoint } from 'cloudflare:workers'

interface App<Bindings> {
  routes: readonly { method: string; path: string }[]
  fetch(request: Request, env: Bindings, context: ExecutionContext): Response | Promise<Response>
}

/** What a feature does for the shell's cron and for operators. */
interface Upkeep<Bindings> {
  sweep: (env: Bindings) => Promise<Record<string, number>>
  readCounters?: (env: Bindings) => Promise<Counter[]>
  reports?: Reports<Bindings>
}

/** The default export of a feature's `worker.ts`: requests and upkeep through one service binding. */
export function createFeature<Bindings>(
  app: App<Bindings>,
  {
    sweep,
    readCounters = async () => [],
    reports = { list: async () => [], decide: async () => false },
  }: Upkeep<Bindings>,
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

    async listReports(page = 0): Promise<Report[]> {
      return reports.list(this.env, page)
    }

    /** Asked by older shells. */
    async endReported(reportId: string): Promise<boolean> {
      return reports.decide(this.env, reportId, 'stopped', null)
    }

    async decideReport(
      reportId: string,
      decision: ReportDecision,
      reason: string | null = null,
    ): Promise<boolean> {
      return reports.decide(this.env, reportId, decision, reason)
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

/**
 * A reported public page with its newest report. `url` opens what the page showed, for some hours;
 * `count` is how many reported it, `member` a short name of its owner for this list.
 */
export interface Report {
  id: string
  number: number
  text: string
  createdAt: string
  count: number
  member: string
  subject: string
  url: string
}

export type ReportDecision = 'stopped' | 'dismissed'

/** How many reports of a feature one page has. */
export const reportsPerPage = 50

export interface Reports<Bindings> {
  /** What waits for a decision: a page, and one more if another page follows. */
  list(env: Bindings, page: number): Promise<Report[]>
  /**
   * Decides on the page that a report is about; `stopped` ends it for good, and its member reads the
   * reason: null from older shells. False if it is decided already.
   */
  decide(
    env: Bindings,
    reportId: string,
    decision: ReportDecision,
    reason: string | null,
  ): Promise<boolean>
}

/** Every feature's worker implements this for the shell's cron and for the operators' page. */
export interface Maintenance {
  /**
   * Deletes what has expired and restarts what has stalled. Called every minute. Resolves to counts
   * for the log.
   */
  sweep(): Promise<Record<string, number>>
  readCounters(): Promise<Counter[]>
  listReports(page?: number): Promise<Report[]>
  decideReport(reportId: string, decision: ReportDecision, reason?: string | null): Promise<boolean>
}
