// Kills workerd at each step of a generation, over and over, and counts what was lost, paid twice or left behind.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultName } from './faults.ts'
import { postGeneration, readGeneration } from './member.ts'
import { migrateSite, planSite, type Site, startSite } from './site.ts'
import type { World } from './world.ts'

interface Moment {
  /** A step of the log, or `sent`, `asked` and `fetched`, which are seen from outside. */
  step: string
  /** By how many milliseconds the kill may be late: it falls on both sides of the next step. */
  late: number
  provider: FaultName
}

const moments: Moment[] = [
  { step: 'sent', late: 30, provider: 'image-after-40-ms' },
  { step: 'accepted', late: 20, provider: 'image-after-40-ms' },
  { step: 'asked', late: 45, provider: 'image-after-40-ms' },
  { step: 'answer', late: 10, provider: 'image-after-40-ms' },
  { step: 'storing', late: 20, provider: 'image-after-40-ms' },
  { step: 'save', late: 10, provider: 'image-after-40-ms' },
  { step: 'done', late: 20, provider: 'image-after-40-ms' },
  // In the wait after a 429, and on both sides of its end.
  { step: 'queued', late: 1200, provider: 'status-429-once' },
  // While the image is fetched from its address.
  { step: 'fetched', late: 45, provider: 'address' },
]

const perRound = 3
const settleMs = 120_000

export interface Crashes {
  killedAfter: Record<string, number>
  states: Record<string, number>
  acknowledged: number
  /** What must not be; each empty when all is well. `missed`: kills whose moment never came, which show nothing. */
  faults: Record<'lost' | 'paidTwice' | 'addressForgotten' | 'withoutImage' | 'orphans' | 'miscounted' | 'missed', string[]>
}

interface Options {
  world: World
  bundles: string
  folder: string
  kills: number
  say: (sentence: string) => void
}

export async function crashSite({ world, bundles, folder, kills, say }: Options): Promise<Crashes> {
  const token = world.signToken('auth0|crash')
  const acknowledged = new Set<string>()
  const fetched = new Set<string>()
  const missed: string[] = []
  const killedAfter = Object.fromEntries(moments.map(({ step }) => [step, 0]))
  planSite(bundles, folder, { settings: settingsFor(world) })
  let site = await startSite(folder)
  try {
    await migrateSite(site)
    for (let kill = 0; kill < kills; kill++) {
      const moment = moments[kill % moments.length]
      if (moment) await runUntilKilled(kill, moment)
      site = await startSite(folder)
      if ((kill + 1) % 20 === 0) say(`${kill + 1} kills, ${acknowledged.size} generations acknowledged`)
    }
    return await inspect(site)
  } finally {
    await site.kill()
  }

  async function runUntilKilled(kill: number, { step, late, provider }: Moment): Promise<void> {
    const reached = step === 'sent' ? sleep(0) : once(step === 'asked' || step === 'fetched' ? world.moments : site.steps, step)
    const posts = Array.from({ length: perRound }, async (_, index) => {
      const description = `fault:${provider} subject-${kill * perRound + index}`
      const answer = await postGeneration(site, token, { description }).catch(() => null)
      if (answer?.status !== 202) return
      acknowledged.add((await readGeneration(answer)).id)
    })
    const isReached = await Promise.race([reached.then(() => true), sleep(30_000, false)])
    await sleep(Math.random() * late)
    await site.kill()
    // Asked for by a generation of a round before, which goes on after the kill, is no less an address that was kept.
    for (const subject of world.downloads.keys()) fetched.add(subject)
    await Promise.all(posts)
    if (isReached) killedAfter[step] = (killedAfter[step] ?? 0) + 1
    else missed.push(`kill ${kill}, ${step}`)
  }

  async function inspect(after: Site): Promise<Crashes> {
    const rows = await settle(after)
    const states = new Map(rows.map(({ id, state }) => [id, state]))
    const designs = new Set((await after.query('encre-gallery', 'select id from designs')).map(({ id }) => String(id)))
    const images = new Set((await after.listObjects('encre-gallery', 'IMAGES')).map((key) => key.slice(key.lastIndexOf('/') + 1)))
    const counts = await after.query('encre-generator', 'select state, count from generation_counts')
    const ids = (found: Row[]) => found.map(({ id, state }) => `${id} ${state}`)
    return {
      killedAfter,
      states: Object.fromEntries([...new Set(states.values())].map((state) => [state, rows.filter((row) => row.state === state).length])),
      acknowledged: acknowledged.size,
      faults: {
        missed,
        lost: [
          ...[...acknowledged].filter((id) => !states.has(id)),
          ...ids(rows.filter(({ state }) => state !== 'done' && state !== 'interrupted')),
          ...ids(rows.filter(({ id, state }) => state === 'done' && !designs.has(id))),
        ],
        paidTwice: [...world.paid].filter(([, times]) => times > 1).map(([subject]) => subject),
        addressForgotten: ids(rows.filter(({ subject, state }) => fetched.has(subject) && state !== 'done')),
        withoutImage: [...designs].filter((id) => !images.has(id)),
        orphans: [...images].filter((id) => !designs.has(id)),
        miscounted: ['accepted', ...new Set(states.values())].filter((state) => {
          const inState = state === 'accepted' ? rows : rows.filter((row) => row.state === state)
          return counts.find((counted) => counted.state === state)?.count !== inState.length
        }),
      },
    }
  }

  /** Waits until nothing runs; reads as a page does, which starts again what has stalled. */
  async function settle(after: Site): Promise<Row[]> {
    const headers = { authorization: `Bearer ${token}` }
    for (const deadline = Date.now() + settleMs; ; await sleep(1000)) {
      const rows = await listRows(after)
      const running = rows.filter(({ state }) => ['queued', 'calling', 'storing'].includes(state))
      if (running.length === 0 || Date.now() > deadline) return rows
      for (const { id } of running) await fetch(new URL(`/api/generator/generations/${id}`, after.urls['encre-generator']), { headers })
    }
  }
}

interface Row {
  id: string
  state: string
  subject: string
}

async function listRows(site: Site): Promise<Row[]> {
  const rows = await site.query('encre-generator', "select id, state, request ->> 'description' as description from generations")
  return rows.map(({ id, state, description }) => ({
    id: String(id),
    state: String(state),
    subject: String(description).match(/subject-\d+/)?.[0] ?? '',
  }))
}

function settingsFor(world: World): Record<string, string> {
  return {
    AUTH0_DOMAIN: world.origin,
    OPENAI_BASE_URL: `${world.origin}/v1`,
    OPENAI_API_KEY: 'key',
    IMAGE_MODELS: 'gpt-image-2.5-flare',
    IMAGE_URL_ORIGINS: world.origin,
    IMAGE_URL_SECRET: 'a secret for the crash test only',
    GENERATIONS_PER_MEMBER_PER_DAY: '100000',
    GENERATIONS_PER_DAY: '100000',
  }
}
