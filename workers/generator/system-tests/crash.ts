// Kills workerd at each step of a generation and reports every generation that was lost, paid twice
// or left without its image.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FakeServices, settingsFor } from './fake-services.ts'
import type { FaultName } from './faults.ts'
import { postGeneration, readGeneration } from './member.ts'
import { migrateSite, planSite, type Site, startSite } from './site.ts'

interface KillPoint {
  /**
   * A step of the log; or `sent`, `called` and `downloaded`, which the test itself and the fake
   * services see.
   */
  step: string
  /**
   * The kill follows the step after a random delay up to this, so that some kills come after the
   * next step.
   */
  maxDelayMs: number
  provider: FaultName
}

const killPoints: KillPoint[] = [
  // `npm test` has the first three.
  { step: 'accepted', maxDelayMs: 20, provider: 'image-after-40-ms' },
  { step: 'called', maxDelayMs: 45, provider: 'image-after-40-ms' },
  { step: 'storing', maxDelayMs: 20, provider: 'image-after-40-ms' },
  { step: 'sent', maxDelayMs: 30, provider: 'image-after-40-ms' },
  { step: 'answer', maxDelayMs: 10, provider: 'image-after-40-ms' },
  { step: 'save', maxDelayMs: 10, provider: 'image-after-40-ms' },
  { step: 'done', maxDelayMs: 20, provider: 'image-after-40-ms' },
  // During the wait after a 429 and around its end.
  { step: 'queued', maxDelayMs: 3200, provider: 'status-429-for-1-s-once' },
  // During the download of the image.
  { step: 'downloaded', maxDelayMs: 45, provider: 'address' },
]

const withoutLimits = {
  GENERATIONS_PER_MEMBER_PER_DAY: '100000',
  GENERATIONS_PER_DAY: '100000',
  GENERATIONS_PER_NETWORK_PER_DAY: '0',
}

const generationsPerKill = 3
const settleTimeoutMs = 120_000

export interface Crashes {
  states: Record<string, number>
  /**
   * Each list is empty when the test passes. `missed`: kills whose step was not reached, which test
   * nothing.
   */
  faults: Record<
    'lost' | 'paidTwice' | 'addressLost' | 'withoutImage' | 'orphans' | 'miscounted' | 'missed',
    string[]
  >
}

interface Options {
  services: FakeServices
  bundles: string
  folder: string
  kills: number
}

export async function crashSite({ services, bundles, folder, kills }: Options): Promise<Crashes> {
  const token = services.signToken('auth0|crash')
  const acknowledged = new Set<string>()
  const downloaded = new Set<string>()
  const missed: string[] = []
  planSite(bundles, folder, { settings: { ...settingsFor(services), ...withoutLimits } })
  let site = await startSite(folder)
  try {
    await migrateSite(site)
    for (let kill = 0; kill < kills; kill++) {
      const killPoint = killPoints[kill % killPoints.length]
      if (killPoint) await runUntilKilled(kill, killPoint)
      site = await startSite(folder)
    }
    return await inspect(site)
  } finally {
    await site.kill()
  }

  async function runUntilKilled(
    kill: number,
    { step, maxDelayMs, provider }: KillPoint,
  ): Promise<void> {
    const emitter = step === 'called' || step === 'downloaded' ? services.events : site.steps
    const reached = step === 'sent' ? sleep(0) : once(emitter, step)
    const posts = Array.from({ length: generationsPerKill }, async (_, index) => {
      const description = `fault:${provider} subject-${kill * generationsPerKill + index}`
      const answer = await postGeneration(site, token, { description }).catch(() => null)
      if (answer?.status !== 202) return
      acknowledged.add((await readGeneration(answer)).id)
    })
    const isReached = await Promise.race([reached.then(() => true), sleep(30_000, false)])
    await sleep(Math.random() * maxDelayMs)
    await site.kill()
    // Also the downloads of generations from earlier rounds, which continue after the kill.
    for (const subject of services.downloads.keys()) {
      downloaded.add(subject)
    }
    await Promise.all(posts)
    if (!isReached) missed.push(`kill ${kill}, ${step}`)
  }

  async function inspect(after: Site): Promise<Crashes> {
    const rows = await settle(after, token)
    const designs = await after.query('encre-gallery', 'select id from designs')
    const images = await after.listObjects('encre-gallery', 'IMAGES')
    const counts = await after.query(
      'encre-generator',
      'select state, count from generation_counts',
    )
    const stored = {
      rows,
      designs: new Set(designs.map(({ id }) => String(id))),
      images: new Set(images.map((key) => key.slice(key.lastIndexOf('/') + 1))),
    }
    return {
      states: countBy(rows.map(({ state }) => state)),
      faults: {
        missed,
        paidTwice: [...services.paid].filter(([, times]) => times > 1).map(([subject]) => subject),
        miscounted: findMiscounted(rows, counts),
        ...findLosses(stored, acknowledged, downloaded),
      },
    }
  }
}

interface Row {
  id: string
  state: string
  subject: string
}

async function listRows(site: Site): Promise<Row[]> {
  const rows = await site.query(
    'encre-generator',
    "select id, state, request ->> 'description' as description from generations",
  )
  return rows.map(({ id, state, description }) => ({
    id: String(id),
    state: String(state),
    subject: String(description).match(/subject-\d+/)?.[0] ?? '',
  }))
}

interface Stored {
  rows: Row[]
  designs: Set<string>
  images: Set<string>
}

function findLosses(
  { rows, designs, images }: Stored,
  acknowledged: Set<string>,
  downloaded: Set<string>,
) {
  const known = new Set(rows.map(({ id }) => id))
  const namesOf = (found: Row[]) => found.map(({ id, state }) => `${id} ${state}`)
  const unended = rows.filter(({ state }) => state !== 'done' && state !== 'interrupted')
  const withoutDesign = rows.filter(({ id, state }) => state === 'done' && !designs.has(id))
  const addressLost = rows.filter(
    ({ subject, state }) => downloaded.has(subject) && state !== 'done',
  )
  return {
    lost: [
      ...[...acknowledged].filter((id) => !known.has(id)),
      ...namesOf(unended),
      ...namesOf(withoutDesign),
    ],
    addressLost: namesOf(addressLost),
    withoutImage: [...designs].filter((id) => !images.has(id)),
    orphans: [...images].filter((id) => !designs.has(id)),
  }
}

/** The states whose counter differs from the rows. `accepted` counts every row. */
function findMiscounted(rows: Row[], counts: Record<string, unknown>[]): string[] {
  const expected: Record<string, number> = {
    accepted: rows.length,
    ...countBy(rows.map(({ state }) => state)),
  }
  const counted = new Map(counts.map(({ state, count }) => [String(state), count]))
  return Object.keys(expected).filter((state) => counted.get(state) !== expected[state])
}

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) {
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/**
 * Waits until no generation is running. Reads each one as a page does, since reading restarts a
 * stalled run.
 */
async function settle(after: Site, token: string): Promise<Row[]> {
  const headers = { authorization: `Bearer ${token}` }
  for (const deadline = Date.now() + settleTimeoutMs; ; await sleep(200)) {
    const rows = await listRows(after)
    const running = rows.filter(({ state }) => ['queued', 'calling', 'storing'].includes(state))
    if (running.length === 0 || Date.now() > deadline) return rows
    for (const { id } of running) {
      await fetch(new URL(`/api/generator/generations/${id}`, after.urls['encre-generator']), {
        headers,
      })
    }
  }
}
