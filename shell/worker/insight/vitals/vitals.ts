import { shellName, VitalsReport } from '@encre/releases/insight'
import { withBody } from '@encre/worker/body'
import { Hono } from 'hono'
import { createReportLimit, visitorNetwork } from '../../flood-limits.ts'
import { problem } from '../../problem.ts'
import { readShellVersion } from '../../registry/shells/shells-store.ts'
import { readClaims } from '../../registry/tokens/signed-token.ts'
import type { SiteContext, SiteEnv } from '../../site-env.ts'
import { findRoute } from '../find-route.ts'
import { bucketOf, countVitals } from './vitals-store.ts'

const vitalsPerMinute = 600
export const vitalsPerNetwork = 20

const mayCount = createReportLimit(vitalsPerMinute, vitalsPerNetwork)

/**
 * `/api/releases/vitals`: what a page measured. It only raises counts: nothing about the visitor is
 * stored.
 */
export const vitals = new Hono<SiteEnv>().post(
  '/',
  withBody(
    VitalsReport,
    async (c: SiteContext, report) => {
      const claims = await readClaims(c.env.COMPOSITION_SECRET, report.token)
      if (!claims) return problem(c, 403, 'permission-denied')
      if (!mayCount(visitorNetwork(c))) return problem(c, 429, 'resource-exhausted')

      const { route, remote } = await findRoute(c.env, report.path)
      const version = remote === shellName ? await readShellVersion(c.env) : claims.versions[remote]
      const measured = (['lcp', 'inp', 'cls'] as const).flatMap((metric) => {
        const value = report[metric]
        return value === undefined ? [] : [{ metric, bucket: bucketOf(metric, value) }]
      })
      if (version && measured.length > 0) {
        await countVitals(c.env.DB, { remote, version, route }, measured)
      }
      return c.body(null, 204)
    },
    8192,
  ),
)
