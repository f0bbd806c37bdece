import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiDocument, type FuzzCase, fuzzCases, fuzzSeed } from '@encre/worker/testing-fuzz'
import * as fc from 'fast-check'
import { runNode } from './lib/journeys.ts'
import { freePortPair } from './lib/ports.ts'
import { startSite } from './lib/site.ts'

// `npm run test:fuzz`: 100,000 requests inside the workers' tests, then 10,000 over HTTP to a started site. No answer may be 5xx or
// undocumented. `npm test` sends 300 to each worker.

const inProcess = 100_000
const overHttp = 10_000
const features = ['account', 'gallery', 'generator']
const lanes = 8

const files = features.map((feature) => `workers/${feature}/src/fuzz.test.ts`)
const environment = { FUZZ_RUNS: String(Math.ceil(inProcess / files.length)) }
const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...files], environment)
const failures = await fuzzSite()
for (const failure of failures.slice(0, 20)) console.error(failure)
console.log(code === 0 && failures.length === 0 ? 'No answer with 5xx, none undocumented.' : 'FAILED')
process.exit(code === 0 && failures.length === 0 ? 0 : 1)

/** What only a raw request can have: other hosts, addresses and headers than `fetch` sends. */
const rawCases: { path: string; headers: Record<string, string> }[] = [
  ...[
    '',
    ' ',
    'a b',
    '..',
    '[',
    '[::1',
    ':',
    ':99999',
    'localhost:x',
    '%00',
    'a'.repeat(3000),
    'évil',
    'x@y',
    '*',
    'localhost,localhost',
  ].map((host) => ({ path: '/', headers: { host } })),
  ...[
    '//',
    '///x',
    '/%',
    '/%zz',
    '/\\..\\',
    `/${'a'.repeat(12_000)}`,
    `/?${'q'.repeat(12_000)}`,
    '/api',
    '/api/',
    '/api//',
    '/remotes/%2e%2e/x',
  ].map((path) => ({
    path,
    headers: {},
  })),
  ...['"é"', '\u00ff', '"', 'W/'].flatMap((value) =>
    ['if-none-match', 'if-match', 'range', 'cookie', 'accept-language'].map((name) => ({ path: '/', headers: { [name]: value } })),
  ),
]

async function fuzzSite(): Promise<string[]> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'encre-fuzz-'))
  const stopping = new AbortController()
  const say = (sentence: string) => console.log(sentence)
  const site = await startSite({ port: await freePortPair(), dataFolder, say, signal: stopping.signal, environment: {} })
  try {
    const cases = await Promise.all(features.map((feature) => listCases(site.origin, feature)))
    return await sendAll(site.origin, cases.flat())
  } finally {
    await site.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

async function listCases(origin: string, feature: string): Promise<FuzzCase[]> {
  const document: ApiDocument = await (await fetch(`${origin}/api/${feature}/openapi.json`)).json()
  return fc.sample(fuzzCases(document), { numRuns: Math.ceil(overHttp / features.length), seed: fuzzSeed })
}

async function sendAll(origin: string, cases: FuzzCase[]): Promise<string[]> {
  const failures: string[] = []
  const counts = new Map<string, number>()
  const waiting = [...rawCases.map((raw) => ({ ...raw, method: 'GET', body: null, documented: null })), ...cases.map(toRaw)].values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const { documented, ...one } of waiting) {
        const { status, isOurs } = await send(origin, one)
        const kind = `${status}${isOurs ? '' : ' by the runtime'}`
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        // A public route's dependencies may be busy, and say so.
        const isUndocumented = isOurs && documented !== null && !documented.includes(status)
        if (status >= 500 || isUndocumented) failures.push(`${kind}: ${JSON.stringify(one).slice(0, 500)}`)
      }
    }),
  )
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
