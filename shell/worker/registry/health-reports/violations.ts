import { withBody } from '@encre/worker/body'
import { log } from '@encre/worker/log'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { createReportLimit, visitorNetwork } from '../../flood-limits.ts'
import { problem } from '../../problem.ts'
import type { SiteContext, SiteEnv } from '../../site-env.ts'

/** Violations that one isolate writes to the log in a minute. */
export const violationsPerMinute = 60
export const violationsPerNetwork = 20
export const violationsPerRequest = 20

const mayWrite = createReportLimit(violationsPerMinute, violationsPerNetwork)

const Text = z.optional(z.string().check(z.maxLength(4000)))

const CspReport = z.object({
  'csp-report': z.object({
    'document-uri': Text,
    'effective-directive': Text,
    'violated-directive': Text,
    'blocked-uri': Text,
    'source-file': Text,
    'line-number': z.optional(z.number()),
    'script-sample': Text,
    disposition: Text,
  }),
})

/** `report-to`: several reports, also of other kinds. */
const Reports = z
  .array(
    z.object({
      type: z.string(),
      body: z.optional(
        z.object({
          documentURL: Text,
          effectiveDirective: Text,
          blockedURL: Text,
          sourceFile: Text,
          lineNumber: z.optional(z.nullable(z.number())),
          sample: Text,
          disposition: Text,
        }),
      ),
    }),
  )
  .check(z.maxLength(violationsPerRequest))

/**
 * `/api/releases/violations`: writes what a page's content security policy blocked, one log line
 * each.
 */
export const violations = new Hono<SiteEnv>().post(
  '/',
  withBody(z.union([CspReport, Reports]), async (c: SiteContext, received) => {
    const network = visitorNetwork(c)
    for (const violation of listViolations(received)) {
      if (!mayWrite(network)) return problem(c, 429, 'resource-exhausted')
      log('policy violation', { requestId: c.var.requestId, ...violation })
    }
    return c.body(null, 204)
  }),
)

function listViolations(received: z.infer<typeof CspReport> | z.infer<typeof Reports>) {
  if (Array.isArray(received)) {
    return received
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body = {} }) => ({
        page: withoutQuery(body.documentURL),
        directive: body.effectiveDirective?.slice(0, 100),
        blocked: withoutQuery(body.blockedURL),
        source: withoutQuery(body.sourceFile),
        line: body.lineNumber ?? undefined,
        sample: body.sample?.slice(0, 100),
      }))
  }
  const report = received['csp-report']
  return [
    {
      page: withoutQuery(report['document-uri']),
      directive: (report['effective-directive'] ?? report['violated-directive'])?.slice(0, 100),
      blocked: withoutQuery(report['blocked-uri']),
      source: withoutQuery(report['source-file']),
      line: report['line-number'],
      sample: report['script-sample']?.slice(0, 100),
    },
  ]
}

/** The address of /callback contains the tenant's code, and that of an image its signature. */
function withoutQuery(address: string | undefined): string | undefined {
  return address?.replace(/[?#].*$/s, '').slice(0, 200)
}
