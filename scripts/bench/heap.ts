import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listFeatures } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { publishRelease, publishShell } from '@encre/registry-client'
import { generatorPaths } from '../../workers/generator/src/contract.ts'
import { type FakeServices, startFakeServices } from '../../workers/generator/system-tests/fake-services.ts'
import { bundleWorkers, migrateSite, planSite, type Site, startSite } from '../../workers/generator/system-tests/site.ts'
import { buildSite } from '../lib/build.ts'
import { fillDesigns, memberId, sampleRequest } from './fill-databases.ts'
import { type Answer, benchSettings, openClient, type SiteClient } from './site-client.ts'

const requests = Number(process.env.BENCH_REQUESTS ?? 20_000)
const concurrency = 8
const members = 50
const platformToken = 'token-for-the-benchmark-only'
const aimMb = 64

/** Sends one request of a worker's mix. `turn` counts them. */
type Mix = (call: SiteClient, turn: number) => Promise<unknown>

/**
 * Measures the JavaScript heap of each worker after 20,000 requests when V8 has collected its garbage. Each
 * worker is measured in a process of its own.
 */
export async function benchHeap(say: (sentence: string) => void): Promise<[string, string][]> {
  await buildSite()
  const folder = mkdtempSync(join(tmpdir(), 'encre-heap-'))
  const services = await startFakeServices()
  try {
    await bundleWorkers(folder, ['generator', 'gallery', 'account', 'shell'])
    const rows: [string, string][] = []
    for (const worker of Object.keys(mixes) as (keyof typeof mixes)[]) {
      say(`Sending ${requests.toLocaleString('en')} requests to the ${worker} ...`)
      rows.push(await measureWorker(join(folder, worker), folder, services, worker))
    }
    return rows
  } finally {
    await services.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureWorker(
  folder: string,
  bundles: string,
  services: FakeServices,
  worker: keyof typeof mixes,
): Promise<[string, string]> {
  const settings = { ...benchSettings(services), PLATFORM_TOKEN: platformToken, COMPOSITION_SECRET: 'a secret for the benchmark only' }
  planSite(bundles, folder, { settings, isWholeSite: true })
  const site = await startSite(folder, { isQuiet: true })
  try {
    await migrateSite(site)
    await prepare(site)
    const call = openClient(services, site)
    const send = mixes[worker]
    for (let member = 0; member < members; member++) await generate(call, memberId(member))
    for (let turn = 0; turn < 200; turn++) await send(call, turn)
    const before = await collectHeap(site, `encre-${worker}`)
    let turn = 0
    const sendAll = async () => {
      while (turn < requests) await send(call, turn++)
    }
    await Promise.all(Array.from({ length: concurrency }, sendAll))
    const heap = await collectHeap(site, `encre-${worker}`)
    return [`heap of the ${worker} after ${requests.toLocaleString('en')} requests`, `${heap} MB, before ${before} (aim ${aimMb})`]
  } finally {
    await site.kill()
  }
}

/** Publishes the remotes, and gives every member an account and 100 designs. */
async function prepare(site: Site): Promise<void> {
  await fillDesigns(site, { from: 0, count: 100 * members, rowsPerMember: 100 })
  const users = Array.from({ length: members }, (_, index) => `('${memberId(index)}', 'a@b.example', 'Louise', '2026-01-01T00:00:00.000Z')`)
  await site.query('encre-account', `insert into users (id, email, name, created_at) values ${users}`)
  const registry = { origin: new URL(site.urls['encre-shell'] ?? '').origin, token: platformToken }
  await publishShell({ ...registry, directory: join(root, 'shell/dist') })
  for (const name of listFeatures()) await publishRelease({ ...registry, directory: join(root, 'remotes', name, 'dist') })
}

/** What a page of each worker sends, with a share for each request. */
const mixes = {
  gallery: mix([
    [8, (call, member) => call(member, 'encre-gallery', '/api/gallery/designs?limit=48')],
    [
      4,
      async (call, member) =>
        call(member, 'encre-gallery', `/api/gallery/designs?limit=48&cursor=${(await listDesigns(call, member)).next}`),
    ],
    [3, async (call, member) => call(member, 'encre-gallery', await imagePath(call, member))],
    [5, async (call, member) => call(member, 'encre-gallery', `${await imagePath(call, member)}&w=512`)],
  ]),
  generator: mix([
    [1, generate],
    [99, (call, member) => call(member, 'encre-generator', '/api/generator/options')],
    [100, (call, member) => call(member, 'encre-generator', '/api/generator/generations')],
  ]),
  account: mix([
    [10, (call, member) => call(member, 'encre-account', '/api/account/dashboard')],
    [10, (call, member) => call(member, 'encre-account', '/api/account/me')],
  ]),
  shell: mix([
    [6, (call, member) => call(member, 'encre-shell', '/gallery')],
    [4, (call, member) => call(member, 'encre-shell', '/')],
    [6, (call, member) => call(member, 'encre-shell', '/api/gallery/designs?limit=48')],
    [2, (call, member) => call(member, 'encre-shell', '/about')],
    [2, (call, member) => call(member, 'encre-shell', '/api/health')],
  ]),
}

type Send = (call: SiteClient, member: string) => Promise<Answer>

/** Repeats the requests in proportion to their shares, for one member after the other. Throws when one is refused. */
function mix(shares: [number, Send][]): Mix {
  const sends = shares.flatMap(([share, send]) => Array.from({ length: share }, () => send))
  return async (call, turn) => {
    const send = sends[turn % sends.length]
    const answer = await send?.(call, memberId(Math.floor(turn / sends.length) % members))
    if (!answer || answer.status >= 400) throw new Error(`${answer?.status} ${answer?.body.slice(0, 500)}`)
  }
}

/** Follows the events until the design is saved. */
async function generate(call: SiteClient, member: string): Promise<Answer> {
  const accepted = await call(member, 'encre-generator', generatorPaths.generations, { method: 'POST', body: sampleRequest })
  return call(member, 'encre-generator', generatorPaths.events(JSON.parse(accepted.body).id))
}

async function listDesigns(call: SiteClient, member: string) {
  return JSON.parse((await call(member, 'encre-gallery', '/api/gallery/designs?limit=48')).body)
}

async function imagePath(call: SiteClient, member: string): Promise<string> {
  const { pathname, search } = new URL((await listDesigns(call, member)).designs[0].imageUrl)
  return pathname + search
}

interface InspectorMessage {
  id?: number
  result?: { usedSize?: number }
}

/**
 * Collects the garbage of a worker's isolate. Resolves with its used heap in megabytes. Taking a heap snapshot collects the garbage: workerd
 * (1.20261117) does not answer `HeapProfiler.collectGarbage`.
 */
async function collectHeap({ inspectorUrl }: Site, worker: string): Promise<number> {
  await sleep(500) // work after the last answer: logs, caches
  const socket = new WebSocket(`${inspectorUrl}core:user:${worker}`)
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error(`the inspector of ${worker} does not answer`))
  })
  let lastId = 0
  const send = (method: string) =>
    new Promise<InspectorMessage>((resolve) => {
      const id = ++lastId
      socket.addEventListener('message', function listen({ data }) {
        const message: InspectorMessage = JSON.parse(String(data))
        if (message.id !== id) return
        socket.removeEventListener('message', listen)
        resolve(message)
      })
      socket.send(JSON.stringify({ id, method }))
    })
  await send('HeapProfiler.enable')
  await send('HeapProfiler.takeHeapSnapshot')
  const { result } = await send('Runtime.getHeapUsage')
  socket.close()
  if (!result?.usedSize) throw new Error(`the inspector of ${worker} does not tell its heap`)
  return Number((result.usedSize / 1e6).toFixed(1))
}
