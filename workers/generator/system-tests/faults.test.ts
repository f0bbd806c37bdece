import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { DesignPage } from '@encre/gallery-worker/contract'
import { type ExpectStatic, expect, it, vi } from 'vitest'
import { type GenerationFailure, GeneratorOptions } from '../src/contract.ts'
import { type FaultName, faults } from './faults.ts'
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
  /** Whether the request asks for a transparent background. */
  transparent?: boolean
  generator?: 'encre-generator-short-timeout' | 'encre-generator-refused' | 'encre-generator-untrusted'
}

const done: Outcome = { state: 'done', problem: null, counts: true, calls: 1 }
const interrupted: Outcome = { state: 'interrupted', problem: null, counts: false, calls: 1 }
const failed = (problem: GenerationFailure, counts: boolean): Outcome => ({ state: 'failed', problem, counts, calls: 1 })
const moderated = failed('moderation-blocked', true)
const unavailable = failed('provider-unavailable', false)
const misconfigured = failed('provider-misconfigured', false)
const exhausted = failed('provider-exhausted', false)
const busy = failed('provider-busy', false)
const noImage = failed('no-image', false)
const invalidImage = failed('invalid-image', false)
const timedOut: Outcome = { ...interrupted, generator: 'encre-generator-short-timeout' }
const neverDownloaded: Outcome = { ...invalidImage, downloads: 0 }

/** Tested elsewhere. `address-that-resets` ends after an hour: see below, and `generation-run.test.ts` with a moved clock. */
const otherFaults = ['image-after-40-ms', 'image-after-3-s', 'address-that-resets'] as const
const outcomes: Record<Exclude<FaultName, (typeof otherFaults)[number]>, Outcome> = {
  image: done,
  'image-of-1-mb': done,
  stream: done,
  'no-streaming': { ...done, calls: 2 },
  'no-transparent-background': { ...done, calls: 2, transparent: true },
  'moderation-of-the-prompt': moderated,
  'moderation-of-the-image': moderated,
  'bad-parameter': misconfigured,
  'bad-key': misconfigured,
  'not-found-in-html': misconfigured,
  'model-gone': misconfigured,
  'redirect-inward': misconfigured,
  'status-408': unavailable,
  'status-500': unavailable,
  'status-502-in-html': unavailable,
  'no-money': exhausted,
  'older-billing-limit': exhausted,
  'status-429': { ...busy, calls: 4 },
  'status-429-once': { ...done, calls: 2 },
  'status-429-for-an-hour': busy,
  'status-503': { ...unavailable, calls: 4 },
  'status-503-once': { ...done, calls: 2 },
  reset: interrupted,
  'cut-in-the-body': interrupted,
  'cut-in-the-stream': interrupted,
  hang: timedOut,
  'hang-in-the-stream': timedOut,
  'slow-response': timedOut,
  'truncated-json': noImage,
  'html-with-status-200': noImage,
  'neither-field': noImage,
  'bad-base64': invalidImage,
  'another-kind-of-file': invalidImage,
  'pixel-flood': invalidImage,
  'flood-of-60-mb': invalidImage,
  'flood-of-90-mb-in-the-stream': invalidImage,
  'stream-without-its-end': noImage,
  address: { ...done, downloads: 1 },
  'address-that-answers-the-third-time': { ...done, downloads: 3 },
  'address-that-answers-503-at-first': { ...done, downloads: 5 },
  'address-that-is-gone': { ...invalidImage, downloads: 1 },
  'address-that-redirects': { ...invalidImage, downloads: 1 },
  'address-of-60-mb': { ...invalidImage, downloads: 1 },
  'address-of-html': { ...invalidImage, downloads: 1 },
  'address-on-loopback': neverDownloaded,
  'address-that-looks-like-a-listed-one': neverDownloaded,
}

const system = useSite((services) => ({
  'encre-generator': {},
  'encre-generator-short-timeout': { PROVIDER_DEADLINE_SECONDS: '5' },
  'encre-generator-refused': { OPENAI_BASE_URL: `${services.closedOrigin}/v1` },
  'encre-generator-untrusted': { OPENAI_BASE_URL: `${services.untrustedOrigin}/v1` },
}))

const wire = Object.entries(outcomes).map(([fault, outcome]) => ({ fault, ...outcome }))
const connections: ({ fault: string } & Outcome)[] = [
  { fault: 'connection-refused', ...interrupted, calls: 0, generator: 'encre-generator-refused' },
  { fault: 'certificate-untrusted', ...interrupted, calls: 0, generator: 'encre-generator-untrusted' },
]

it.concurrent.each([...wire, ...connections])('$fault: $state $problem', async (expected) => {
  const { fault, state, problem, counts, calls, downloads, transparent, generator } = expected
  const token = system.services.signToken(`auth0|${fault}`)
  const accepted = await readGeneration(await postGeneration(system.site, token, { description: `fault:${fault}`, transparent, generator }))
  const ended = await waitForEnd(system.site, token, accepted.id, generator)
  const { quota } = GeneratorOptions.parse(await (await getAs(token, '/api/generator/options', generator)).json())
  expect({
    ...pick(ended),
    counts: quota.limit - quota.left === 1,
    calls: system.services.calls.get(fault) ?? 0,
  }).toEqual({
    state,
    problem,
    counts,
    calls,
  })
  expect(system.services.downloads.get(fault) ?? 0).toBe(downloads ?? 0)
})

it('repeats the download of a billed image, and calls the provider once', async () => {
  const token = system.services.signToken('auth0|resets')
  const fault = 'address-that-resets'
  const { id } = await readGeneration(await postGeneration(system.site, token, { description: `fault:${fault}` }))
  await vi.waitFor(() => expect(system.services.downloads.get(fault)).toBeGreaterThan(6), { timeout: 20_000 })
  const { state } = await readGeneration(await getAs(token, `/api/generator/generations/${id}`))
  expect([state, system.services.calls.get(fault)]).toEqual(['calling', 1])
})

it('does not let workerd repeat a call when a kept-alive connection is reset', async () => {
  const token = system.services.signToken('auth0|kept-connections')
  for (let subject = 1; subject <= 6; subject++) {
    const fault = subject % 2 ? 'image' : 'reset'
    const accepted = await readGeneration(await postGeneration(system.site, token, { description: `fault:${fault} subject-${subject}` }))
    const { state } = await waitForEnd(system.site, token, accepted.id)
    expect([state, system.services.calls.get(`subject-${subject}`)]).toEqual([fault === 'image' ? 'done' : 'interrupted', 1])
  }
})

it('expects an outcome for every fault', () => {
  expect(Object.keys(outcomes).concat(otherFaults).sort()).toEqual(Object.keys(faults).sort())
})

it('saves the design when the page closes before its request is answered', async () => {
  const token = system.services.signToken('auth0|closed-early')
  const page = new AbortController()
  const accepted = once(system.site.steps, 'accepted')
  const answer = postGeneration(system.site, token, { description: 'fault:image-after-3-s', signal: page.signal }).catch(() => null)
  await accepted
  page.abort()
  await answer
  await expectDesign(token, expect)
})

// null: right after the answer. Otherwise: after so many milliseconds of the event stream; the generation takes three seconds.
it.concurrent.for([null, 500])('saves the design when the page closes after %s ms', async (ms, { expect }) => {
  const token = system.services.signToken(`auth0|closed-${ms}`)
  const { id } = await readGeneration(await postGeneration(system.site, token, { description: 'fault:image-after-3-s' }))
  if (ms !== null) {
    const page = new AbortController()
    const headers = { authorization: `Bearer ${token}` }
    const stream = await fetch(urlOf(system.site, `/api/generator/generations/${id}/events`), { headers, signal: page.signal })
    const reading = stream.text().catch(() => null)
    await sleep(ms)
    page.abort()
    await reading
  }
  await expectDesign(token, expect)
})

/** Reads the gallery only, so that no request restarts the run. `expect` belongs to the test, since several run concurrently. */
async function expectDesign(token: string, expect: ExpectStatic): Promise<void> {
  await expect.poll(() => listDesigns(token), { timeout: 60_000, interval: 300 }).toHaveLength(1)
  const [design] = await listDesigns(token)
  const { pathname, search } = new URL(design?.imageUrl ?? '')
  const image = await fetch(urlOf(system.site, pathname + search, 'encre-gallery'))
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
}

async function listDesigns(token: string) {
  const answer = await fetch(urlOf(system.site, '/api/gallery/designs', 'encre-gallery'), { headers: { authorization: `Bearer ${token}` } })
  return DesignPage.parse(await answer.json()).designs
}

function getAs(token: string, path: string, generator?: string): Promise<Response> {
  return fetch(urlOf(system.site, path, generator), { headers: { authorization: `Bearer ${token}` } })
}

function pick({ state, problem }: { state: string; problem: string | null }) {
  return { state, problem }
}
