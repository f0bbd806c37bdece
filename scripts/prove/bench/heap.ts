import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listFeatures } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { publishRelease, publishShell } from '@encre/releases'
import type { FaultName } from '../../../workers/generator/system-tests/faults.ts'
import type { Site } from '../../../workers/generator/system-tests/site.ts'
import { buildSite } from '../../lib/build.ts'
import { fillDesigns, memberId, sampleRequest } from './fill-databases.ts'
import { type Answer, openClient, type SiteClient, withBenchSite } from './site-client.ts'

const members = 50
/** Members of their own, who draw one design after the other and follow each by its event stream. */
const followers = 40
const platformToken = 'token-for-the-benchmark-only'

/** Sends one request of a worker's mix. `turn` counts them. */
type Mix = (call: SiteClient, turn: number) => Promise<unknown>

/** Megabytes that an isolate's objects and buffers take when V8 has collected its garbage. */
interface Heap {
  isolate: string
  before: number
  /** While every follower has a stream open. */
  during: number
  after: number
}

/** What a run of all requests left. */
export interface Memory {
  heaps: Heap[]
  /** Megabytes of workerd, after each tenth of the requests. */
  resident: number[]
  /** How many event streams were read to their end. */
  streams: number
}

/**
 * Sends requests to all workers in one process over 64 connections, each tenth in `partMs` or
 * longer, as followers draw. Measures the heap of every isolate before, at the end, and after.
 */
export async function measureHeaps(
  requests: number,
  partMs: number,
  say: (sentence: string) => void,
): Promise<Memory> {
  await buildSite()
  return withBenchSite(
    async ({ site, services }) => {
      await prepare(site)
      return measureSite(site, () => openClient(services, site), requests, partMs, say)
    },
    // The request's words say what the provider does.
    ({ origin }) => ({ PLATFORM_TOKEN: platformToken, OPENAI_BASE_URL: `${origin}/v1` }),
  )
}

async function measureSite(
  site: Site,
  connect: () => SiteClient,
  requests: number,
  partMs: number,
  say: (sentence: string) => void,
): Promise<Memory> {
  const call = connect()
  for (let member = 0; member < members; member++) {
    await generate(call, memberId(member))
  }
  // Caches fill, and every route is compiled.
  await sendAll(call, 2000)
  const before = await collectHeaps(site)
  say(
    `workerd takes ${readResidentMb(site)} MB. Sending ${requests.toLocaleString('en')} requests ...`,
  )
  // New connections: workerd closes those that stand idle while the heaps are read.
  const connected = connect()
  const ending = new AbortController()
  const following = followGenerations(connect(), ending.signal)
  const resident: number[] = []
  for (let part = 0; part < parts; part++) {
    const sending = sendAll(connected, requests / parts, (part * requests) / parts)
    await Promise.all([sending, sleep(partMs)])
    resident.push(readResidentMb(site))
  }
  const during = await collectHeaps(site)
  ending.abort()
  const streams = await following
  const after = await collectHeaps(site)
  say(
    `workerd took ${resident.join(', ')} MB after each tenth, and takes ${readResidentMb(site)} MB when every isolate has collected its garbage.`,
  )
  const heaps = [...after].map(([isolate, heap]) => ({
    isolate,
    before: before.get(isolate) ?? 0,
    during: during.get(isolate) ?? 0,
    after: heap,
  }))
  return { heaps, resident, streams }
}

/** Through the site, as a page does. Returns how many streams were read to their end. */
async function followGenerations(call: SiteClient, ending: AbortSignal): Promise<number> {
  let streams = 0
  const follow = async (member: string) => {
    while (!ending.aborted) {
      const { status, body } = await draw(call, member, 'encre-shell', 'stream-of-24-s')
      if (status !== 200 || !body.includes('event: partial') || !body.includes('"state":"done"'))
        throw new Error(`A stream ended without its design: ${status} ${body.slice(-500)}`)
      streams += 1
    }
  }
  await Promise.all(
    Array.from({ length: followers }, (_, index) => follow(memberId(members + index))),
  )
  return streams
}

const parts = 10

async function sendAll(call: SiteClient, requests: number, from = 0): Promise<void> {
  const sends = Object.values(mixes)
  let turn = from
  const connection = async () => {
    for (let own = turn++; own < from + requests; own = turn++) {
      await sends[own % sends.length]?.(call, Math.floor(own / sends.length))
    }
  }
  await Promise.all(Array.from({ length: 64 }, connection))
}

/** Memory of workerd: heaps, and what its allocators keep for the next requests. */
function readResidentMb({ processGroup }: Site): number {
  const rows = execFileSync('ps', ['-A', '-o', 'pgid=,rss=,comm='], { encoding: 'utf8' }).split(
    '\n',
  )
  const own = rows
    .map((row) => row.trim().split(/\s+/))
    .find(([group, , name]) => group === String(processGroup) && name === 'workerd')
  return Math.round(Number(own?.[1]) / 1024)
}

/** Publishes the remotes, and gives every member an account and 100 designs. */
async function prepare(site: Site): Promise<void> {
  await fillDesigns(site, { from: 0, count: 100 * members, rowsPerMember: 100 })
  const users = Array.from(
    { length: members },
    (_, index) => `('${memberId(index)}', 'a@b.example', 'Louise', '2026-01-01T00:00:00.000Z')`,
  )
  await site.query(
    'encre-account',
    `insert into users (id, email, name, created_at) values ${users}`,
  )
  const registry = { origin: new URL(site.urls['encre-shell'] ?? '').origin, token: platformToken }
  await publishShell({ ...registry, directory: join(root, 'shell/dist') })
  for (const name of listFeatures()) {
    await publishRelease({ ...registry, directory: join(root, 'remotes', name, 'dist') })
  }
}

/** What a page of each worker sends, with a share for each request. */
const mixes = {
  gallery: mix([
    [8, (call, member) => call(member, 'encre-gallery', '/api/gallery/designs?limit=48')],
    [
      4,
      async (call, member) =>
        call(
          member,
          'encre-gallery',
          `/api/gallery/designs?limit=48&cursor=${(await listDesigns(call, member)).next}`,
        ),
    ],
    [3, async (call, member) => call(member, 'encre-gallery', await imagePath(call, member))],
    [
      5,
      async (call, member) =>
        call(member, 'encre-gallery', `${await imagePath(call, member)}&w=512`),
    ],
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

/**
 * Repeats the requests in proportion to their shares, for one member after the other. Throws when
 * one is refused.
 */
function mix(shares: [number, Send][]): Mix {
  const sends = shares.flatMap(([share, send]) => Array.from({ length: share }, () => send))
  return async (call, turn) => {
    const send = sends[turn % sends.length]
    const answer = await send?.(call, memberId(Math.floor(turn / sends.length) % members))
    if (!answer || answer.status >= 400)
      throw new Error(`${answer?.status} ${answer?.body.slice(0, 500)}`)
  }
}

function generate(call: SiteClient, member: string): Promise<Answer> {
  return draw(call, member, 'encre-generator', 'image-of-1-mb')
}

/** Asks for a design, and reads its events to their end. */
async function draw(
  call: SiteClient,
  member: string,
  worker: string,
  fault: FaultName,
): Promise<Answer> {
  const accepted = await call(member, worker, '/api/generator/generations', {
    method: 'POST',
    body: { ...sampleRequest, description: `fault:${fault}` },
  })
  return call(member, worker, `/api/generator/generations/${JSON.parse(accepted.body).id}/events`)
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
  result?: { usedSize?: number; backingStorageSize?: number }
}

/** The heap of every isolate of workerd, its own helpers included, by their titles. */
async function collectHeaps({ inspectorUrl }: Site): Promise<Map<string, number>> {
  await sleep(500) // work after the last answer: logs, caches
  const list: { id: string }[] = await (
    await fetch(new URL('json', inspectorUrl.replace(/^ws/, 'http')))
  ).json()
  const heaps = new Map<string, number>()
  for (const { id } of list) {
    heaps.set(id.replace('core:user:', ''), await collectHeap(`${inspectorUrl}${id}`))
  }
  return heaps
}

/**
 * Collects the garbage of an isolate and resolves to what is left, in megabytes. Taking a heap
 * snapshot collects it: workerd (1.20261117) does not answer `HeapProfiler.collectGarbage`.
 */
async function collectHeap(address: string): Promise<number> {
  const socket = new WebSocket(address)
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error(`the inspector ${address} does not answer`))
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
  if (!result?.usedSize) throw new Error(`the inspector ${address} does not tell its heap`)
  return Number(((result.usedSize + (result.backingStorageSize ?? 0)) / 1e6).toFixed(1))
}
