import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import { rememberMissingModel } from '../providers/models-store.ts'
import { callAs, hang, newMember, pngOf, provider, refuse, startGeneration, waitForEnd } from '../testing.ts'

interface Fault {
  name: string
  answer: (request: Request) => Response | Promise<Response>
  state: 'failed' | 'interrupted' | 'done'
  problem: string | null
  counts: boolean
  /** Whether to let the deadline come soon. */
  isLate?: true
}

const png = () => pngOf(1024, 1024).toBase64()
const at = (url: string) => () => Response.json({ data: [{ url }] })
const events = (...lines: string[]) => new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } })
const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`

const unavailable = { state: 'failed', problem: 'provider-unavailable', counts: false } as const
const misconfigured = { state: 'failed', problem: 'provider-misconfigured', counts: false } as const
const invalidImage = { state: 'failed', problem: 'invalid-image', counts: true } as const
const noImage = { state: 'failed', problem: 'no-image', counts: true } as const
const interrupted = { state: 'interrupted', problem: null, counts: false } as const
const done = { state: 'done', problem: null, counts: true } as const

const faults: Fault[] = [
  { name: 'moderation', answer: () => refuse(400, 'moderation_blocked'), state: 'failed', problem: 'moderation-blocked', counts: true },
  {
    name: 'older moderation',
    answer: () => refuse(400, 'content_policy_violation'),
    state: 'failed',
    problem: 'moderation-blocked',
    counts: true,
  },
  { name: 'a bad parameter', answer: () => refuse(400, 'invalid_value'), ...misconfigured },
  { name: 'a bad key', answer: () => refuse(401, 'invalid_api_key'), ...misconfigured },
  { name: 'an organisation that is not verified', answer: () => refuse(403, 'unverified'), ...misconfigured },
  { name: 'a page that is not there', answer: () => new Response('<h1>Not Found</h1>', { status: 404 }), ...misconfigured },
  { name: 'a redirect of the API', answer: () => Response.redirect('http://169.254.169.254/v1/images/generations', 307), ...misconfigured },
  { name: 'a model that is gone', answer: () => refuse(404, 'model_not_found'), ...misconfigured },
  { name: '408', answer: () => refuse(408, 'timeout'), ...unavailable },
  { name: '409', answer: () => refuse(409, 'conflict'), ...unavailable },
  { name: '500', answer: () => refuse(500, 'server_error'), ...unavailable },
  { name: '502 in HTML', answer: () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), ...unavailable },
  { name: '504', answer: () => refuse(504, 'timeout'), ...unavailable },
  { name: 'no money', answer: () => refuse(429, 'insufficient_quota'), ...unavailable },
  { name: 'a spend limit', answer: () => refuse(429, 'project_spend_limit_exceeded'), ...unavailable },
  { name: 'an older billing limit', answer: () => refuse(400, 'billing_hard_limit_reached'), ...unavailable },
  {
    name: 'a rate limit of an hour',
    answer: () => refuse(429, 'rate_limit_exceeded', '', { 'retry-after': '3600' }),
    state: 'failed',
    problem: 'provider-busy',
    counts: false,
  },
  { name: 'a refused connection', answer: () => Promise.reject(new TypeError('connection refused')), ...interrupted },
  {
    name: 'truncated JSON',
    answer: () => new Response('{"data":[{"b64_', { headers: { 'content-type': 'application/json' } }),
    ...noImage,
  },
  {
    name: 'HTML with status 200',
    answer: () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }),
    ...noImage,
  },
  { name: 'no data', answer: () => Response.json({ data: [] }), ...noImage },
  { name: 'neither url nor b64_json', answer: () => Response.json({ data: [{}] }), ...noImage },
  { name: 'an empty body', answer: () => new Response(null), ...noImage },
  { name: 'bad base64', answer: () => Response.json({ data: [{ b64_json: '!!!' }] }), ...invalidImage },
  { name: 'bytes of another kind', answer: () => Response.json({ data: [{ b64_json: btoa('GIF89a and so on') }] }), ...invalidImage },
  { name: 'a pixel flood', answer: () => Response.json({ data: [{ b64_json: pngOf(20_000, 20_000).toBase64() }] }), ...invalidImage },
  { name: 'an address on this machine', answer: at('http://127.0.0.1:9799/i.png'), ...invalidImage },
  { name: 'an address inside the network', answer: at('http://169.254.169.254/latest/meta-data'), ...invalidImage },
  { name: 'http where https is listed', answer: at('http://images.provider.test/i.png'), ...invalidImage },
  { name: 'another port', answer: at('https://images.provider.test:8443/i.png'), ...invalidImage },
  { name: 'credentials in the address', answer: at('https://a:b@images.provider.test/i.png'), ...invalidImage },
  { name: 'an origin that only begins like a listed one', answer: at('https://images.provider.test.evil.test/i.png'), ...invalidImage },
  { name: 'an address of a file', answer: at('file:///etc/passwd'), ...invalidImage },
  { name: 'an address that is none', answer: at('image.png'), ...invalidImage },
  { name: 'an image that redirects', answer: at('https://images.provider.test/redirect'), ...invalidImage },
  { name: 'an image that is gone', answer: at('https://images.provider.test/gone'), ...invalidImage },
  { name: 'an image of 60 MB', answer: at('https://images.provider.test/flood'), ...invalidImage },
  { name: 'an image that cannot be reached', answer: at('https://images.provider.test/unreachable'), ...invalidImage },
  { name: 'an image that is reached the third time', answer: at('https://images.provider.test/flaky'), ...done },
  { name: 'an image at a listed address', answer: at('https://images.provider.test/i.png'), ...done },
  { name: 'an image at a listed address of this machine', answer: at('http://localhost:9799/i.png'), ...done },
  { name: 'a stream', answer: () => events(event('image_generation.completed', { b64_json: png() })), ...done },
  {
    name: 'a stream without its end',
    answer: () => events(event('image_generation.partial_image', { b64_json: png(), partial_image_index: 0 })),
    ...noImage,
  },
  { name: 'an answer of 60 MB', answer: () => new Response(flood(), { headers: { 'content-type': 'application/json' } }), ...invalidImage },
  {
    name: 'a stream of 90 MB',
    answer: () => new Response(flood(90), { headers: { 'content-type': 'text/event-stream' } }),
    ...invalidImage,
  },
  { name: 'no answer before the deadline', answer: (request) => hang({}, request), ...interrupted, isLate: true },
  { name: 'an answer that drips past the deadline', answer: drip, ...interrupted, isLate: true },
  { name: 'a stream that is cut off', answer: cutOff, ...interrupted },
  {
    name: 'a stream with a moderation error',
    answer: () => events(event('error', { error: { code: 'moderation_blocked', message: 'no' } })),
    state: 'failed',
    problem: 'moderation-blocked',
    counts: true,
  },
]

beforeEach(() => {
  downloads = 0
  return rememberMissingModel(env, 'dall-e-3')
})

it.each(faults)('$name: $state $problem', async ({ answer, state, problem, counts, isLate }) => {
  if (isLate) comeSoon()
  let calls = 0
  provider.answer = async (_, request) => {
    const { origin, pathname } = new URL(request.url)
    if (origin !== 'https://provider.test') return image(pathname)
    calls += 1
    return answer(request)
  }
  const member = newMember()
  const { id } = await startGeneration(member)
  expect(await waitForEnd(member, id)).toMatchObject({ state, problem })
  expect(calls).toBe(1)
  const { quota } = await (await callAs(member, '/options')).json<{ quota: { limit: number; left: number } }>()
  expect(quota.limit - quota.left).toBe(counts ? 1 : 0)
})

it('never writes the key or the member into a log line', async () => {
  const lines = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
  provider.answer = async () => refuse(401, 'invalid_api_key', `Incorrect API key provided: ${env.OPENAI_API_KEY}`)
  const member = newMember()
  await waitForEnd(member, (await startGeneration(member)).id)
  const written = JSON.stringify(lines.flatMap(({ mock }) => mock.calls))
  expect(written).toContain('invalid_api_key')
  expect(written).not.toContain(env.OPENAI_API_KEY)
  expect(written).not.toContain(member)
})

let downloads = 0

function image(path: string): Response {
  downloads += 1
  if (path === '/unreachable' || (path === '/flaky' && downloads < 3)) throw new TypeError('Network connection lost.')
  if (path === '/redirect') return Response.redirect('https://images.provider.test/i.png', 302)
  if (path === '/gone') return new Response('gone', { status: 404 })
  if (path === '/flood') return new Response(flood())
  return new Response(pngOf(1024, 1024))
}

function flood(megabytes = 60): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(sent === 0 ? pngOf(1024, 1024) : new Uint8Array(1024 * 1024))
      if (++sent > megabytes) controller.close()
    },
  })
}

function comeSoon(): void {
  const { timeout } = AbortSignal
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, ms / 200))
}

function drip(request: Request): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await scheduler.wait(20)
      if (request.signal.aborted) controller.error(request.signal.reason)
      else controller.enqueue(new Uint8Array(1))
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

function cutOff(): Response {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new TypeError('Network connection lost.')),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
