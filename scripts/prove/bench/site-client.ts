import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type FakeServices,
  settingsFor,
  startFakeServices,
} from '../../../workers/generator/system-tests/fake-services.ts'
import {
  bundleWorkers,
  migrateSite,
  planSite,
  type Site,
  startSite,
} from '../../../workers/generator/system-tests/site.ts'

export interface Answer {
  status: number
  body: string
  ms: number
}

/**
 * Calls a worker on its own socket as a member, and measures the time until the whole answer is
 * read.
 */
export type SiteClient = (
  memberId: string,
  worker: string,
  path: string,
  call?: { method?: string; body?: unknown },
) => Promise<Answer>

export function openClient(services: FakeServices, site: Site): SiteClient {
  const agent = new Agent({ keepAlive: true })
  const tokens = new Map<string, string>()
  const tokenOf = (memberId: string) => {
    const token = tokens.get(memberId) ?? services.signToken(memberId)
    tokens.set(memberId, token)
    return token
  }
  const send: SiteClient = (memberId, worker, path, call = {}) => {
    const { method = 'GET', body } = call
    const authorization = `Bearer ${tokenOf(memberId)}`
    const headers = {
      authorization,
      'idempotency-key': crypto.randomUUID(),
      'content-type': 'application/json',
    }
    return new Promise((resolve, reject) => {
      const started = performance.now()
      const sent = request(
        new URL(path, site.urls[worker]),
        { agent, method, headers },
        async (incoming: IncomingMessage) => {
          const received = Buffer.concat(await Array.fromAsync(incoming)).toString()
          resolve({
            status: incoming.statusCode ?? 0,
            body: received,
            ms: performance.now() - started,
          })
        },
      )
      // workerd closes a connection that is idle for five seconds, perhaps as the next request is
      // on its way.
      sent.on('error', (error) =>
        sent.reusedSocket ? resolve(send(memberId, worker, path, call)) : reject(error),
      )
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
  return send
}

/**
 * Settings of the workers under measurement: no limit is reached, and the provider answers an image
 * of 1 MB at once.
 */
function benchSettings(services: FakeServices): Record<string, string> {
  return {
    ...settingsFor(services),
    OPENAI_BASE_URL: `${services.origin}/image-of-1-mb/v1`,
    GENERATIONS_PER_MEMBER_PER_DAY: '1000000',
    GENERATIONS_PER_DAY: '1000000',
    GENERATIONS_PER_NETWORK_PER_DAY: '0',
  }
}

interface BenchSite {
  site: Site
  call: SiteClient
  folder: string
  services: FakeServices
}

/**
 * Measures generator, gallery and the baseline worker on a new site with empty databases, and
 * removes the site. With `whole`, all workers.
 */
export async function withBenchSite<Result>(
  measure: (bench: BenchSite) => Promise<Result>,
  whole?: (services: FakeServices) => Record<string, string>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'encre-bench-'))
  const services = await startFakeServices()
  try {
    await bundleWorkers(folder, [
      'generator',
      'gallery',
      ...(whole ? (['account', 'shell'] as const) : (['baseline'] as const)),
    ])
    planSite(folder, folder, {
      settings: { ...benchSettings(services), ...whole?.(services) },
      hasBaseline: !whole,
      isWholeSite: Boolean(whole),
    })
    const site = await startSite(folder, { isQuiet: true })
    try {
      await migrateSite(site)
      return await measure({ site, call: openClient(services, site), folder, services })
    } finally {
      await site.kill()
    }
  } finally {
    await services.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
