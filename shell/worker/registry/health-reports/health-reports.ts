import { HealthReport } from '@encre/releases/registry'
import { withBody } from '@encre/worker/body'
import { hashToken, secretValues } from '@encre/worker/secrets'
import { Hono } from 'hono'
import { expandIpv6 } from '../../flood-limits.ts'
import { problem } from '../../problem.ts'
import type { SiteContext, SiteEnv } from '../../site-env.ts'
import { saveHealthReport } from '../channels/health-reports-store.ts'
import { judgeCanary } from '../channels/judge-canary.ts'
import { readLiveRemotes } from '../releases/live-remotes.ts'
import { readClaims } from '../tokens/signed-token.ts'

/**
 * `/api/releases/outcomes`: health reports of pages about the versions they got. Anyone can send
 * them, so each one has little weight.
 */
export const healthReports = new Hono<SiteEnv>().post(
  '/',
  withBody(
    HealthReport,
    async (c: SiteContext, body) => {
      const claims = await readClaims(c.env.COMPOSITION_SECRET, body.token)
      const version =
        claims && Object.hasOwn(claims.versions, body.remote)
          ? claims.versions[body.remote]
          : undefined
      if (!claims || !version) return problem(c, 403, 'permission-denied')

      const failed = body.outcome === 'load-failed' || body.outcome === 'error'
      // Successes only matter for the comparison with a canary. A row for every visit would fill the
      // database.
      if (failed || (await hasCanary(c.env, body.remote))) {
        const address = await addressKey(c)
        await saveHealthReport(c.env.DB, {
          remote: body.remote,
          version,
          visitor: claims.visitor,
          address,
          outcome: body.outcome,
        })
      }
      if (failed) await judgeCanary(c.env, body.remote)
      return c.body(null, 204)
    },
    8192,
  ),
)

async function hasCanary(env: Env, remote: string): Promise<boolean> {
  const entries = await readLiveRemotes(env)
  return entries?.some((entry) => entry.remote === remote && entry.canary) ?? false
}

/**
 * A keyed hash of the network that a report came from: an IPv4 address, or the first 48 bits of an
 * IPv6 address.
 */
async function addressKey(c: SiteContext): Promise<string> {
  const address = c.req.header('cf-connecting-ip') ?? ''
  const network = address.includes(':') ? expandIpv6(address).slice(0, 3).join(':') : address
  const [secret] = secretValues('COMPOSITION_SECRET', c.env.COMPOSITION_SECRET)
  return (await hashToken(`${secret}:${network}`)).slice(0, 32)
}
