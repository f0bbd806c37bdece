import { request } from 'node:http'
import { listFeatureWorkers } from '@encre/build/features'
import { type ApiDocument, type FuzzCase, fuzzCases, fuzzSeed } from '@encre/worker/testing-fuzz'
import * as fc from 'fast-check'
import { z } from 'zod'
import { inLanes } from './lib/in-lanes.ts'
import { runNode } from './lib/journeys.ts'
import { withNewSite } from './lib/new-site.ts'
import { createStopSignal, readPlainWords } from './lib/run-command.ts'
import { readSecrets } from './lib/settings.ts'

readPlainWords(`npm test -- --long fuzz    sends 100,000 requests inside the workers' tests, then 10,000 over HTTP to a started site.
                           No answer may be 5xx or undocumented. npm test sends 300 to each worker.
                           ENCRE_ORIGIN and ENCRE_DATA name a running site and its data: then only the second part runs.`)

const inProcess = 100_000
const overHttp = 10_000
const lanes = 8

const features = listFeatureWorkers()
const files = [
  ...features.map((feature) => `workers/${feature}/src/access.test.ts`),
  'shell/worker/registry/access.test.ts',
  'shared/protocol/src/skeleton-check.test.ts',
  'workers/local/src/drawing/draw.test.ts',
]
const environment = { FUZZ_RUNS: String(Math.ceil(inProcess / files.length)) }
// Hosts, addresses and headers that `fetch` does not send.
const hosts = ['', 'a b', '..', '[::1', ':', ':99999', 'localhost:x', '%00', 'a'.repeat(3000), 'évil', '*', 'localhost,localhost']
const long = 12_000
const paths = ['//', '/%', '/%zz', '/\\..\\', `/${'a'.repeat(long)}`, `/?${'q'.repeat(long)}`, '/api', '/api/', '/remotes/%2e%2e/x']
const conditions = ['if-none-match', 'if-match', 'range', 'cookie', 'accept-language']
const rawCases: { path: string; headers: Record<string, string> }[] = [
  ...hosts.map((host) => ({ path: '/', headers: { host } })),
  ...paths.map((path) => ({ path, headers: {} })),
  ...['"é"', '\u00ff', '"', 'W/'].flatMap((value) => conditions.map((name) => ({ path: '/', headers: { [name]: value } }))),
]

async function fuzzSite(): Promise<string[]> {
  const { ENCRE_ORIGIN: running, ENCRE_DATA: data } = process.env
  if (running && data) return fuzzOrigin(running, data)
  return withNewSite(console.log, ({ origin, dataFolder }) => fuzzOrigin(origin, dataFolder), createStopSignal())
}

async function fuzzOrigin(origin: string, dataFolder: string): Promise<string[]> {
  return sendAll(origin, (await Promise.all([...features, 'releases'].map((feature) => listCases(origin, feature, dataFolder)))).flat())
}

/** A new member of the embedded tenant. Each feature has its own, because a request may delete the account. */
async function createToken(origin: string, dataFolder: string): Promise<string> {
  const url = new URL(origin)
  const tenant = `http://localhost:${Number(url.port) + 1}`
  const account = {
    connection: 'Username-Password-Authentication',
    email: `fuzz-${crypto.randomUUID()}@encre.test`,
    password: 'aiguille-fine-7',
  }
  await post(`${tenant}/dbconnections/signup`, { ...account, client_id: 'encre-site', name: 'Fuzz' })
  const answer = await post(`${tenant}/oauth/token`, {
    grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
    realm: account.connection,
    username: account.email,
    password: account.password,
    client_id: 'encre-account',
    client_secret: readSecrets(dataFolder).AUTH0_M2M_CLIENT_SECRET,
    audience: 'https://encre.example/api',
    scope: 'openid email',
  })
  return z.parse(z.object({ access_token: z.string() }), answer).access_token
}

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** The requests of one feature, with the token of a new member. */
async function listCases(origin: string, feature: string, dataFolder: string): Promise<FuzzCase[]> {
  const document: ApiDocument = await (await fetch(`${origin}/api/${feature}/openapi.json`)).json()
  const authorization = `Bearer ${await createToken(origin, dataFolder)}`
  const cases = fc.sample(fuzzCases(document), { numRuns: Math.ceil(overHttp / files.length), seed: fuzzSeed })
  return cases.map((one) => (one.isMember ? { ...one, headers: { ...one.headers, authorization } } : one))
}

async function sendAll(origin: string, cases: FuzzCase[]): Promise<string[]> {
  const failures: string[] = []
  const counts = new Map<string, number>()
  const all = [...rawCases.map((raw) => ({ ...raw, method: 'GET', body: null, documented: null })), ...cases.map(toRaw)]
  await inLanes(all, lanes, async ({ documented, ...one }) => {
    const { status, isOurs } = await send(origin, one)
    const kind = `${status}${isOurs ? '' : ' by the runtime'}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    // The runtime answers some malformed hosts itself: they reach no code of the site and are only listed.
    const isUndocumented = documented !== null && !documented.includes(status)
    if (isOurs && (status >= 500 || isUndocumented)) failures.push(`${kind}: ${JSON.stringify(one).slice(0, 500)}`)
  })
  for (const [kind, count] of [...counts].sort()) console.log(`${count} x ${kind}`)
  return failures
}

function toRaw({ method, address, headers, body, documented }: FuzzCase) {
  return { method, path: address, headers, body, documented }
}

interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

/** Answers of our own code have a request id. Status 0: the connection was closed, or Node refused to send the request. */
function send(origin: string, { method, path, headers, body }: RawRequest): Promise<{ status: number; isOurs: boolean }> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    try {
      const sent = request({ hostname, port, method, path, headers, timeout: 30_000, setHost: !('host' in headers) }, (answer) => {
        answer.destroy()
        resolve({ status: answer.statusCode ?? 0, isOurs: answer.headers['x-request-id'] !== undefined })
      })
      sent.on('error', () => resolve({ status: 0, isOurs: false }))
      sent.end(body ?? undefined)
    } catch {
      resolve({ status: 0, isOurs: false })
    }
  })
}

const code = process.env.ENCRE_ORIGIN ? 0 : await runNode(['node_modules/vitest/vitest.mjs', 'run', ...files], environment)
const failures = await fuzzSite()
for (const failure of failures.slice(0, 20)) console.error(failure)
console.log(code === 0 && failures.length === 0 ? 'No answer with 5xx, none undocumented.' : 'FAILED')
process.exit(code === 0 && failures.length === 0 ? 0 : 1)
