import { afterEach, expect, test, vi } from 'vitest'
import { ask } from '../../testing/site.ts'
import { reportsPerMinute, reportsPerNetwork } from './page-errors.ts'

const report = { composition: 'c2', openedWith: 'c1', path: '/gallery', message: 'it broke', requestId: 'r-1' }
const send = (body: unknown, address = '198.51.100.7') =>
  ask('/api/releases/errors', { method: 'POST', body: JSON.stringify(body), headers: { 'cf-connecting-ip': address } })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('writes an error of a page as one log line, with its composition', async () => {
  const written = vi.spyOn(console, 'log').mockImplementation(() => {})
  expect((await send(report)).status).toBe(204)
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)))
  expect(lines.find(({ event }) => event === 'page error')).toMatchObject({
    composition: 'c2',
    openedWith: 'c1',
    path: '/gallery',
    message: 'it broke',
    about: 'r-1',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test('writes no token, email address or path of a link to the log', async () => {
  const written = vi.spyOn(console, 'log').mockImplementation(() => {})
  const secrets = ['Ab3_-fGhIjKlMnOpQrStUv', 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln', 'jeanne@exemple.fr']
  const [link, jwt, email] = secrets
  const leaking = { ...report, path: `/f/${link}`, message: `no ${email}`, stack: `Error: ${jwt}\n at /f/${link}` }
  expect((await send(leaking)).status).toBe(204)
  const lines = written.mock.calls.join('\n')
  expect(lines).toContain('page error')
  expect(secrets.filter((secret) => lines.includes(secret))).toEqual([])
})

test.each([{}, { ...report, message: 'x'.repeat(1001) }, { ...report, member: 'auth0|1' }])('refuses %j', async (body) => {
  expect((await send(body)).status).toBe(400)
})

test('refuses a long body', async () => {
  expect((await send({ ...report, stack: 'x'.repeat(20_000) })).status).toBe(400)
})

test('limits the lines per minute', async () => {
  vi.setSystemTime(Date.now() + 120_000)
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const answers: number[] = []
  for (let index = 0; index < reportsPerMinute + 2; index++) answers.push((await send(report, `198.51.${index % 20}.7`)).status)
  expect(answers.slice(-3)).toEqual([204, 429, 429])
})

test('keeps the reports of others when one network floods', async () => {
  vi.setSystemTime(Date.now() + 240_000)
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const flood: number[] = []
  for (let index = 0; index < 2 * reportsPerMinute; index++) flood.push((await send(report, `203.0.113.${index % 250}`)).status)
  expect(flood.filter((status) => status === 204)).toHaveLength(reportsPerNetwork)
  expect((await send(report, '192.0.2.1')).status).toBe(204)
})
