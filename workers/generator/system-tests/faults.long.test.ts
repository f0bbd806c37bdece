import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { DesignPage } from '@encre/gallery-worker/contract'
import { type ExpectStatic, expect, it } from 'vitest'
import { type GenerationFailure, GeneratorOptions } from '../src/contract.ts'
import type { FaultName } from './faults.ts'
import { postGeneration, readGeneration, urlOf, waitForEnd } from './member.ts'
import { useSite } from './use-site.ts'

interface Outcome {
  state: 'done' | 'failed' | 'interrupted'
  problem: string | null
  /** Whether it counts against the member's quota. */
  counts: boolean
  calls: number
  /** How often the image's address was requested. */
  downloads?: number
  generator?: 'encre-generator-short-timeout' | 'encre-generator-refused'
}

const done: Outcome = { state: 'done', problem: null, counts: true, calls: 1 }
const interrupted: Outcome = { state: 'interrupted', problem: null, counts: false, calls: 1 }
const failed = (problem: GenerationFailure, counts: boolean): Outcome => ({
  state: 'failed',
  problem,
  counts,
  calls: 1,
})
const moderated = failed('moderation-blocked', true)
const unavailable = failed('provider-unavailable', false)
const misconfigured = failed('provider-misconfigured', false)
const exhausted = failed('provider-exhausted', false)
const unreadable = failed('provider-unreadable', false)
const invalidImage = failed('invalid-image', false)
const timedOut: Outcome = { ...interrupted, generator: 'encre-generator-short-timeout' }

/** Of every fault but those that other tests use. */
const outcomes: Record<
  Exclude<FaultName, 'image-after-40-ms' | 'image-after-3-s' | 'status-429-for-5-s-once'>,
  Outcome
> = {
  image: done,
  'image-of-1-mb': done,
  stream: done,
  'stream-of-24-s': done,
  'moderation-of-the-prompt': moderated,
  'moderation-of-the-image': moderated,
  'bad-key': misconfigured,
  'model-gone': misconfigured,
  'redirect-inward': misconfigured,
  'status-500': unavailable,
  'no-money': exhausted,
  'older-billing-limit': exhausted,
  'status-429-for-1-s-once': { ...done, calls: 2 },
  'status-503-for-an-hour': unavailable,
  reset: interrupted,
  'cut-in-the-body': interrupted,
  'cut-in-the-stream': interrupted,
  hang: timedOut,
  'hang-in-the-stream': timedOut,
  'slow-response': timedOut,
  'truncated-json': unreadable,
  'bad-base64': invalidImage,
  'flood-of-60-mb': invalidImage,
  'flood-of-90-mb-in-the-stream': invalidImage,
  'stream-without-its-end': unreadable,
  address: { ...done, downloads: 1 },
  'address-that-answers-the-third-time': { ...done, downloads: 3 },
  'address-that-answers-503-at-first': { ...done, downloads: 5 },
  'address-that-is-gone': { ...invalidImage, downloads: 1 },
  'address-that-is-there-later': { ...done, downloads: 3 },
  'address-that-redirects': { ...invalidImage, downloads: 1 },
  'address-of-60-mb': { ...invalidImage, downloads: 1 },
  'address-on-loopback': { ...invalidImage, downloads: 0 },
}

const system = useSite(() => ({
  'encre-generator': {},
  'encre-generator-short-timeout': { PROVIDER_DEADLINE_SECONDS: '5' },
  'encre-generator-refused': { OPENAI_BASE_URL: 'http://localhost:1/v1' },
}))

const wire: ({ fault: string } & Outcome)[] = Object.entries(outcomes).map(([fault, outcome]) => ({
  fault,
  ...outcome,
}))
const refused = {
  fault: 'connection-refused',
  ...interrupted,
  calls: 0,
  generator: 'encre-generator-refused',
} as const

it.concurrent.each([...wire, refused])('$fault: $state $problem', async (expected) => {
  const { fault, state, problem, counts, calls, downloads = 0, generator } = expected
  const token = system.services.signToken(`auth0|${fault}`)
  const accepted = await readGeneration(
    await postGeneration(system.site, token, { description: `fault:${fault}`, generator }),
  )
  const ended = await waitForEnd(system.site, token, accepted.id, generator)
  const { quota } = GeneratorOptions.parse(
    await (await getAs(token, '/api/generator/options', generator)).json(),
  )
  const seen = {
    state: ended.state,
    problem: ended.problem,
    counts: quota.limit - quota.left === 1,
  }
  const requested = {
    calls: system.services.calls.get(fault) ?? 0,
    downloads: system.services.downloads.get(fault) ?? 0,
  }
  expect({ ...seen, ...requested }).toEqual({ state, problem, counts, calls, downloads })
})

it('does not let workerd repeat a call when a kept-alive connection is reset', async () => {
  const token = system.services.signToken('auth0|kept-connections')
  for (let subject = 1; subject <= 6; subject++) {
    const fault = subject % 2 ? 'image' : 'reset'
    const accepted = await readGeneration(
      await postGeneration(system.site, token, {
        description: `fault:${fault} subject-${subject}`,
      }),
    )
    const { state } = await waitForEnd(system.site, token, accepted.id)
    expect([state, system.services.calls.get(`subject-${subject}`)]).toEqual([
      fault === 'image' ? 'done' : 'interrupted',
      1,
    ])
  }
})

it('saves the design when the page closes before its request is answered', async () => {
  const token = system.services.signToken('auth0|closed-early')
  const page = new AbortController()
  const accepted = once(system.site.steps, 'accepted')
  const answer = postGeneration(system.site, token, {
    description: 'fault:image-after-3-s',
    signal: page.signal,
  }).catch(() => null)
  await accepted
  page.abort()
  await answer
  await expectDesign(token, expect)
})

// The generation takes three seconds.
it.concurrent.for([
  { closes: 'right after the answer', followsMs: 0 },
  { closes: 'after half a second of events', followsMs: 500 },
])('saves the design when the page closes $closes', async ({ followsMs }, { expect }) => {
  const token = system.services.signToken(`auth0|closed-${followsMs}`)
  const { id } = await readGeneration(
    await postGeneration(system.site, token, { description: 'fault:image-after-3-s' }),
  )
  if (followsMs > 0) {
    const page = new AbortController()
    const headers = { authorization: `Bearer ${token}` }
    const stream = await fetch(urlOf(system.site, `/api/generator/generations/${id}/events`), {
      headers,
      signal: page.signal,
    })
    const reading = stream.text().catch(() => null)
    await sleep(followsMs)
    page.abort()
    await reading
  }
  await expectDesign(token, expect)
})

/**
 * Reads the gallery only, so that no request restarts the run. `expect` belongs to the test, since
 * several run concurrently.
 */
async function expectDesign(token: string, expect: ExpectStatic): Promise<void> {
  await expect.poll(() => listDesigns(token), { timeout: 60_000, interval: 300 }).toHaveLength(1)
  const [design] = await listDesigns(token)
  const { pathname, search } = new URL(design?.imageUrl ?? '')
  const image = await fetch(urlOf(system.site, pathname + search, 'encre-gallery'))
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
}

async function listDesigns(token: string) {
  return DesignPage.parse(
    await (await getAs(token, '/api/gallery/designs', 'encre-gallery')).json(),
  ).designs
}

function getAs(token: string, path: string, generator?: string): Promise<Response> {
  return fetch(urlOf(system.site, path, generator), {
    headers: { authorization: `Bearer ${token}` },
  })
}
