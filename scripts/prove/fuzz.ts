import { request } from 'node:http'
import { listFeatureWorkers } from '@encre/build/features'
import { type ApiDocument, type FuzzCase, fuzzCases, fuzzSeed } from '@encre/worker/testing-fuzz'
import * as fc from 'fast-check'
import { inLanes } from '../lib/in-lanes.ts'
import { runNode } from '../lib/journeys.ts'
import { withNewSite } from '../lib/new-site.ts'
import { createStopSignal, readPlainWords } from '../lib/run-command.ts'

readPlainWords(`npm test -- --long fuzz    sends 100,000 requests inside the workers' tests, then 10,000 without a member over HTTP
                           to a started site. No answer may be 5xx or undocumented. npm test sends 100 to each worker, 300 to the shell's.
                           ENCRE_ORIGIN names a running site: then only the second part runs.`)

const inProcess = 100_000
const overHttp = 10_000
const lanes = 8

const features = listFeatureWorkers()
const files = [
  ...features.map((feature) => `workers/${feature}/src/access.test.ts`),
  'shell/worker/registry/access.test.ts',
  'shell/worker/registry/channels/channel-moves.test.ts',
  'shared/releases/src/skeleton-check.test.ts',
  'workers/local/src/drawing/draw.test.ts',
]
const environment = { FUZZ_RUNS: String(Math.ceil(inProcess / files.length)) }
// Hosts, addresses and headers that `fetch` does not send.
const hosts = [
  '',
  'a b',
  '..',
  '[::1',
  ':',
  ':99999',
  'localhost:x',
  '%00',
  'a'.repeat(3000),
  'évil',
  '*',
  'localhost,localhost',
]
const long = 12_000
const paths = [
  '//',
  '/%',
  '/%zz',
  '/\\..\\',
  `/${'a'.repeat(long)}`,
  `/?${'q'.repeat(long)}`,
  '/api',
  '/api/',
  '/remotes/%2e%2e/x',
]
const conditions = ['if-none-match', 'if-match', 'range', 'cookie', 'accept-language']
const rawCases: Pick<FuzzCase, 'address' | 'headers'>[] = [
  ...hosts.map((host) => ({ address: '/', headers: { host } })),
  ...paths.map((address) => ({ address, headers: {} })),
  ...['"é"', '\u00ff', '"', 'W/'].flatMap((value) =>
    conditions.map((name) => ({ address: '/', headers: { [name]: value } })),
  ),
]

async function fuzzOrigin(origin: string): Promise<string[]> {
  return sendAll(
    origin,
    (
      await Promise.all([...features, 'releases'].map((feature) => listCases(origin, feature)))
    ).flat(),
  )
}

/**
 * The requests of one feature. A member's token is refused: the tests inside the workers send valid
 * ones.
 */
async function listCases(origin: string, feature: string): Promise<FuzzCase[]> {
  const document: ApiDocument = await (await fetch(`${origin}/api/${feature}/openapi.json`)).json()
  const cases = fc.sample(fuzzCases(document), {
    numRuns: Math.ceil(overHttp / files.length),
    seed: fuzzSeed,
  })
  return cases.map((one) =>
    one.isMember
      ? { ...one, headers: { ...one.headers, authorization: 'Bearer not.of.the-tenant' } }
      : one,
  )
}

async function sendAll(origin: string, cases: FuzzCase[]): Promise<string[]> {
  const failures: string[] = []
  const counts = new Map<string, number>()
  const all = [
    ...rawCases.map((raw) => ({ ...raw, method: 'GET', body: null, codes: [], documented: null })),
    ...cases,
  ]
  await inLanes(all, lanes, async ({ documented, ...one }) => {
    const { status, isOurs } = await send(origin, one)
    const kind = `${status}${isOurs ? '' : ' by the runtime'}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    // The runtime answers some malformed hosts itself: they reach no code of the site and are only
    // listed.
    const isUndocumented = documented !== null && !documented.includes(status)
    if (isOurs && (status >= 500 || isUndocumented))
      failures.push(`${kind}: ${JSON.stringify(one).slice(0, 500)}`)
  })
  for (const [kind, count] of [...counts].sort()) {
    console.log(`${count} x ${kind}`)
  }
  return failures
}

/**
 * Answers of our own code have a request id. Status 0: the connection was closed, or Node refused
 * to send the request.
 */
function send(
  origin: string,
  { method, address: path, headers, body }: Omit<FuzzCase, 'isMember' | 'documented'>,
): Promise<{ status: number; isOurs: boolean }> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    try {
      const sent = request(
        { hostname, port, method, path, headers, timeout: 30_000, setHost: !('host' in headers) },
        (answer) => {
          answer.destroy()
          resolve({
            status: answer.statusCode ?? 0,
            isOurs: answer.headers['x-request-id'] !== undefined,
          })
        },
      )
      sent.on('error', () => resolve({ status: 0, isOurs: false }))
      sent.end(body ?? undefined)
    } catch {
      resolve({ status: 0, isOurs: false })
    }
  })
}

const { ENCRE_ORIGIN: running } = process.env
const code = running
  ? 0
  : await runNode(['node_modules/vitest/vitest.mjs', 'run', ...files], environment)
const failures = running
  ? await fuzzOrigin(running)
  : await withNewSite(console.log, ({ origin }) => fuzzOrigin(origin), createStopSignal())
for (const failure of failures.slice(0, 20)) {
  console.error(failure)
}
console.log(
  code === 0 && failures.length === 0 ? 'No answer with 5xx, none undocumented.' : 'FAILED',
)
process.exit(code === 0 && failures.length === 0 ? 0 : 1)
