import { beforeEach, expect, it, vi } from 'vitest'
import { createApp } from './app.ts'
import { slowRequestMs } from './log.ts'

const app = createApp<{ LOGGED_REQUESTS?: string }>('/')
  .get('/fine', (c) => c.text('fine'))
  .get('/slow', (c) => {
    vi.setSystemTime(Date.now() + slowRequestMs)
    return c.text('slow')
  })
  .get('/unavailable', (c) => c.text('later', 503))
  .get('/forwarded', (c) => {
    c.set('isLogged', true)
    return c.text('the other worker logs it')
  })
  .get('/broken', () => {
    throw new Error('broken')
  })

const lines: { event: string; path: string; status: number }[] = []
beforeEach(() => {
  vi.restoreAllMocks()
  lines.length = 0
  for (const level of ['log', 'error'] as const) vi.spyOn(console, level).mockImplementation((line) => void lines.push(JSON.parse(line)))
})

const ask = (path: string, LOGGED_REQUESTS?: string, id: string = crypto.randomUUID()) =>
  app.request(path, { headers: { 'x-request-id': id } }, LOGGED_REQUESTS === undefined ? {} : { LOGGED_REQUESTS })

it.each(['/fine', '/slow', '/unavailable', '/broken'])('writes one line for %s, and no second one for its error', async (path) => {
  await ask(path)
  vi.useRealTimers()
  expect(lines).toMatchObject([{ path }])
})

it('writes failures and slow requests, whatever the share', async () => {
  for (const path of ['/fine', '/slow', '/unavailable', '/broken', '/forwarded']) await ask(path, '0')
  vi.useRealTimers()
  expect(lines.map(({ path, status }) => [path, status])).toEqual([
    ['/slow', 200],
    ['/unavailable', 503],
    ['/broken', 500],
  ])
})

it('leaves out a request that the worker behind it has logged', async () => {
  await ask('/forwarded')
  expect(lines).toEqual([])
})

it('takes the share from the request id, so that every worker logs the same requests', async () => {
  const ids = Array.from({ length: 400 }, () => crypto.randomUUID())
  const logged = async () => {
    lines.length = 0
    for (const id of ids) await ask('/fine', '0.25', id)
    return JSON.stringify(lines.map((line) => Reflect.get(line, 'requestId')))
  }
  const first = await logged()
  expect(await logged()).toBe(first)
  expect(lines.length).toBeGreaterThan(60)
  expect(lines.length).toBeLessThan(140)
})

it.each([['1'], ['all'], [undefined]])('hides nothing for the setting %s', async (share) => {
  for (let index = 0; index < 20; index++) await ask('/fine', share)
  expect(lines).toHaveLength(20)
})
