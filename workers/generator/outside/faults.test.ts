import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// What the member reads: the only place where a worker's test looks at a screen's words.
import { failureText, messages } from '@encre/generator/messages'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { GeneratorOptions } from '../src/contract.ts'
import { type FaultName, faults } from './faults.ts'
import { postGeneration, readGeneration, urlOf, waitForEnd } from './member.ts'
import { migrateSite, planSite, type Site, startSite } from './site.ts'
import { openWorld, type World } from './world.ts'

interface Outcome {
  state: 'done' | 'failed' | 'interrupted'
  problem: string | null
  /** What the member reads, '' where the design is shown. */
  sentence: string
  /** Whether it takes from the member's quota. */
  counts: boolean
  calls: number
  /** How often the address was fetched. */
  downloads?: number
  /** Whether the member asks for a transparent background. */
  transparent?: boolean
  generator?: 'encre-generator-hurried' | 'encre-generator-refused' | 'encre-generator-untrusted'
}

const done: Outcome = { state: 'done', problem: null, sentence: '', counts: true, calls: 1 }
const interrupted: Outcome = {
  state: 'interrupted',
  problem: null,
  sentence: "La génération a été interrompue : nous ne savons pas si l'image a été créée. Elle n'est pas décomptée.",
  counts: false,
  calls: 1,
}
const failed = (problem: string, sentence: string, counts: boolean): Outcome => ({ state: 'failed', problem, sentence, counts, calls: 1 })
const moderated = failed(
  'moderation-blocked',
  "Failed to generate design: Le fournisseur d'images refuse cette description. Reformulez votre idée, puis réessayez.",
  true,
)
const unavailable = failed(
  'provider-unavailable',
  "Failed to generate design: Le service d'images ne répond pas. Veuillez réessayer plus tard.",
  false,
)
const misconfigured = failed(
  'provider-misconfigured',
  "Failed to generate design: Le service d'images est mal réglé ; vous n'y êtes pour rien. Veuillez réessayer plus tard.",
  false,
)
const busy = failed('provider-busy', 'Failed to generate design: Limite de requêtes atteinte. Veuillez réessayer plus tard.', false)
const noImage = failed('no-image', 'Failed to generate design: No image was generated', true)
const invalidImage = failed('invalid-image', "Failed to generate design: L'image reçue est inutilisable. Veuillez réessayer.", true)
const late: Outcome = { ...interrupted, generator: 'encre-generator-hurried' }
const unfetched: Outcome = { ...invalidImage, downloads: 0 }

/** `address-that-resets` ends after an hour: below, and with a moved clock in `generation-run.test.ts`. */
const elsewhere = ['image-after-40-ms', 'image-after-3-s', 'address-that-resets'] as const
const outcomes: Record<Exclude<FaultName, (typeof elsewhere)[number]>, Outcome> = {
  image: done,
  'image-of-1-mb': done,
  stream: done,
  'no-streaming': { ...done, calls: 2 },
  'no-transparent-background': { ...done, calls: 2, transparent: true },
  'moderation-of-the-prompt': moderated,
  'moderation-as-gateways-say-it': moderated,
  'moderation-of-the-image': moderated,
  'bad-parameter': misconfigured,
  'bad-key': misconfigured,
  'unverified-organisation': misconfigured,
  'not-found-in-html': misconfigured,
  'model-gone': misconfigured,
  'redirect-inward': misconfigured,
  'status-408': unavailable,
  'status-409': unavailable,
  'status-500': unavailable,
  'status-502-in-html': unavailable,
  'status-504': unavailable,
  'no-money': unavailable,
  'spend-limit': unavailable,
  'older-billing-limit': unavailable,
  'status-429': { ...busy, calls: 4 },
  'status-429-once': { ...done, calls: 2 },
  'status-429-for-an-hour': busy,
  'status-503': { ...unavailable, calls: 4 },
  'status-503-once': { ...done, calls: 2 },
  reset: interrupted,
  'cut-in-the-body': interrupted,
  'cut-in-the-stream': interrupted,
  hang: late,
  'hang-in-the-stream': late,
  drip: late,
  'truncated-json': noImage,
  'html-with-status-200': noImage,
  'no-data': noImage,
  'neither-field': noImage,
  'empty-body': noImage,
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
  'address-on-loopback': unfetched,
  'address-of-the-cloud': unfetched,
  'address-with-another-port': unfetched,
  'address-with-credentials': unfetched,
  'address-that-looks-like-a-listed-one': unfetched,
  'address-of-a-file': unfetched,
  'address-that-is-none': unfetched,
}

let folder = ''
let world: World
let site: Site

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encre-faults-'))
  world = await openWorld()
  planSite(inject('bundles'), folder, {
    settings: {
      AUTH0_DOMAIN: world.origin,
      OPENAI_BASE_URL: `${world.origin}/v1`,
      OPENAI_API_KEY: 'key',
      IMAGE_MODELS: 'gpt-image-2.5-flare',
      IMAGE_URL_ORIGINS: world.origin,
      IMAGE_URL_SECRET: 'a secret for tests only',
    },
    generators: {
      'encre-generator': {},
      'encre-generator-hurried': { PROVIDER_DEADLINE_SECONDS: '5' },
      'encre-generator-refused': { OPENAI_BASE_URL: `${world.closedOrigin}/v1` },
      'encre-generator-untrusted': { OPENAI_BASE_URL: `${world.untrustedOrigin}/v1` },
    },
  })
  site = await startSite(folder)
  await migrateSite(site)
})

afterAll(async () => {
  await site?.kill()
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

const wire = Object.entries(outcomes).map(([fault, outcome]) => ({ fault, ...outcome }))
const connections: ({ fault: string } & Outcome)[] = [
  { fault: 'connection-refused', ...interrupted, calls: 0, generator: 'encre-generator-refused' },
  { fault: 'certificate-untrusted', ...interrupted, calls: 0, generator: 'encre-generator-untrusted' },
]

it.concurrent.each([...wire, ...connections])('$fault: $state $problem', async (expected) => {
  const { fault, state, problem, sentence, counts, calls, downloads, transparent, generator } = expected
  const token = world.signToken(`auth0|${fault}`)
  const accepted = await readGeneration(await postGeneration(site, token, { description: `fault:${fault}`, transparent, generator }))
  const ended = await waitForEnd(site, token, accepted.id, generator)
  const { quota } = GeneratorOptions.parse(await (await getAs(token, '/api/generator/options', generator)).json())
  expect({
    ...pick(ended),
    sentence: sentenceOf(ended),
    counts: quota.limit - quota.left === 1,
    calls: world.calls.get(fault) ?? 0,
  }).toEqual({
    state,
    problem,
    sentence,
    counts,
    calls,
  })
  expect(world.downloads.get(fault) ?? 0).toBe(downloads ?? 0)
})

it('fetches an image that was paid for again and again, and calls once', async () => {
  const token = world.signToken('auth0|resets')
  const fault = 'address-that-resets'
  const { id } = await readGeneration(await postGeneration(site, token, { description: `fault:${fault}` }))
  await vi.waitFor(() => expect(world.downloads.get(fault)).toBeGreaterThan(6), { timeout: 20_000 })
  const { state } = await readGeneration(await getAs(token, `/api/generator/generations/${id}`))
  expect([state, world.calls.get(fault)]).toEqual(['calling', 1])
})

it('does not let workerd call again when a connection that it kept is reset', async () => {
  const token = world.signToken('auth0|kept-connections')
  for (let subject = 1; subject <= 6; subject++) {
    const fault = subject % 2 ? 'image' : 'reset'
    const accepted = await readGeneration(await postGeneration(site, token, { description: `fault:${fault} subject-${subject}` }))
    const { state } = await waitForEnd(site, token, accepted.id)
    expect([state, world.calls.get(`subject-${subject}`)]).toEqual([fault === 'image' ? 'done' : 'interrupted', 1])
  }
})

it('knows what becomes of every fault that the server has', () => {
  expect(Object.keys(outcomes).concat(elsewhere).sort()).toEqual(Object.keys(faults).sort())
})

function getAs(token: string, path: string, generator?: string): Promise<Response> {
  return fetch(urlOf(site, path, generator), { headers: { authorization: `Bearer ${token}` } })
}

function pick({ state, problem }: { state: string; problem: string | null }) {
  return { state, problem }
}

/** As the generator's screen puts it together. */
function sentenceOf({ state, problem }: { state: string; problem: string | null }): string {
  if (state === 'interrupted') return messages.interrupted
  if (problem === null) return ''
  const { title, reason } = failureText(problem)
  return [title, reason?.text].filter(Boolean).join(' ')
}
