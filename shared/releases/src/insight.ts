import { plainText } from '@encre/protocol/plain-text'
import * as z from 'zod/mini'
import { HistoryEntry, RemoteVersions, textUpTo } from './registry.ts'

// What operators see of a running site, on `/status` and with `npm run release status`, and the web
// vitals that pages send for it.

/**
 * The remote that the shell's own pages and errors are recorded under. No remote can have this
 * name.
 */
export const shellName = 'shell'

/** `/api/releases/insight` and below it. */
export const insightPath = '/api/releases/insight'

const milliseconds = z.optional(z.number().check(z.nonnegative(), z.maximum(600_000)))

/**
 * `POST /api/releases/vitals`: what one page measured, once, with the `token` of its page manifest.
 * `path` is the address that the page was opened at; only its route is stored. `lcp` and `inp` in
 * milliseconds.
 */
export const VitalsReport = z.strictObject({
  token: textUpTo(4000),
  path: textUpTo(200),
  lcp: milliseconds,
  inp: milliseconds,
  cls: z.optional(z.number().check(z.nonnegative(), z.maximum(100))),
})
export type VitalsReport = z.infer<typeof VitalsReport>

/**
 * `POST /insight/session`: exchanges a token of a team or of the platform for a cookie that only
 * reads, for an hour. 401 for an unknown token, 429 after too many attempts from one network.
 * `DELETE /insight/session` ends it.
 */
export const OperatorSignIn = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
})

/** How many days `GET /insight?days=` looks back: at most, and without the parameter. */
export const insightDays = { maximum: 30, default: 7 }

const WebVital = z.object({
  remote: z.string(),
  version: z.string(),
  route: z.string(),
  /** `lcp` and `inp` in milliseconds, `cls` without a unit. A newer site may send other metrics. */
  metric: z.string(),
  pages: z.number(),
  /** Three quarters of the pages are at this value or below, interpolated within a bucket. */
  p75: z.number(),
  /** The share of the pages, from 0 to 1, that are good by the thresholds of web.dev. */
  good: z.number(),
})
export type WebVital = z.infer<typeof WebVital>

/**
 * The health reports on a version in an hour (`2026-11-21T14`), as they stand now: a visitor's later
 * report moves to its own hour.
 */
export const HourlyReports = z.object({
  hour: z.string(),
  version: z.string(),
  ok: z.number(),
  loadFailures: z.number(),
  errors: z.number(),
  silent: z.number(),
})
export type HourlyReports = z.infer<typeof HourlyReports>

/**
 * `GET /insight?days=7`. A team sees its own remote only; the platform sees every remote, the shell
 * and the features' counters.
 */
export const Insight = z.object({
  holder: z.object({ remote: z.nullable(z.string()), author: z.string() }),
  since: z.string(),
  at: z.string(),
  remotes: z.array(
    z.extend(RemoteVersions, {
      history: z.array(HistoryEntry),
      /** How the canary does, one sentence. Absent without one, and from older sites. */
      verdict: z.optional(z.object({ text: z.string(), isWorse: z.boolean() })),
      /** What the version that visitors get needs of the shell beside its newest parts. */
      needs: z.optional(z.array(z.string())),
      reports: z.array(HourlyReports),
    }),
  ),
  vitals: z.array(WebVital),
  /** All routes and versions together, by UTC day (`2026-11-21`). */
  vitalsByDay: z.array(
    z.object({ day: z.string(), metric: z.string(), pages: z.number(), p75: z.number() }),
  ),
  /**
   * The answers since `since`, by worker, version and class (`2xx` to `5xx`). Null when they could not
   * be read. Absent from a site that does not keep them, and from older sites.
   */
  answers: z.optional(
    z.nullable(
      z.array(
        z.object({
          worker: z.string(),
          version: z.string(),
          status: z.string(),
          answers: z.number(),
        }),
      ),
    ),
  ),
  /**
   * The counters of the features' workers as they are now, since the first of each.
   * `/api/<feature>/metrics` has them too.
   */
  counters: z.array(
    z.object({
      feature: z.string(),
      name: z.string(),
      labels: z.record(z.string(), z.string()),
      total: z.number(),
      /**
       * Always empty. A status page or command of a version that showed the growth by hour cannot
       * read an answer without it.
       */
      byHour: z.optional(z.array(z.unknown())),
    }),
  ),
})
export type Insight = z.infer<typeof Insight>

export const InsightError = z.object({
  id: z.string(),
  remote: z.string(),
  version: z.string(),
  route: z.string(),
  message: z.string(),
  stack: z.string(),
  /** Whether every frame of the site's scripts was found in a source map. */
  isReadable: z.boolean(),
  /** Id of the page manifest of the first page that reported it. */
  composition: z.string(),
  /**
   * New versions of other remotes that the page had mounted before, as "gallery v2", and how
   * many of the reports name them. Absent from older sites.
   */
  suspects: z.optional(z.string()),
  suspected: z.optional(z.number()),
  count: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
})

/**
 * `GET /insight/errors?days=7`: errors of pages, the most frequent first, with stacks that name
 * source files where a map is stored.
 */
export const InsightErrors = z.object({ errors: z.array(InsightError) })
export type InsightErrors = z.infer<typeof InsightErrors>

/** Most characters of the reason of a decision. */
export const mostReasonCharacters = 600

/**
 * `POST /insight/reports/:feature/:id`, with the token in the header: a session only reads. 204, or
 * 404 when the report is decided already. The member reads `reason`; older pages send none.
 */
export const ReportDecision = z.strictObject({
  decision: z.enum(['stopped', 'dismissed']),
  reason: z.optional(z.string().check(z.trim(), z.maxLength(mostReasonCharacters), ...plainText())),
})
export type ReportDecision = z.infer<typeof ReportDecision>

/**
 * `GET /insight/reports?page=0`: the reported pages that wait for a decision, each with its newest
 * report.
 */
export const InsightReports = z.object({
  reports: z.array(
    z.object({
      feature: z.string(),
      id: z.string(),
      text: z.string(),
      createdAt: z.string(),
      subject: z.string(),
      url: z.string(),
      // Absent from older workers.
      number: z.optional(z.number()),
      count: z.optional(z.number()),
      member: z.optional(z.string()),
    }),
  ),
  /** Whether another page follows. */
  hasMore: z._default(z.boolean(), false),
  /** The features whose reports could not be read. */
  unread: z._default(z.array(z.string()), []),
})
export type InsightReports = z.infer<typeof InsightReports>
