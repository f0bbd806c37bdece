import { beforeEach, expect, it } from 'vitest'
import { readAccount } from '../cloudflare/account.ts'
import { type FakeCloudflare, startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { type LogQuestion, readLogs } from './read-logs.ts'

const names = ['encre-shell', 'encre-generator', 'encre-gallery', 'encre-account']
let cloudflare: FakeCloudflare
let now: number

beforeEach(async () => {
  cloudflare = await startFakeCloudflare()
  now = Date.now()
  const keep = (worker: string, requestId: string, level: 'log' | 'error', hoursAgo: number) =>
    cloudflare.logs.push({
      at: new Date(now - hoursAgo * 3_600_000),
      worker,
      version: `${worker}-v2`,
      level,
      source: { event: level === 'error' ? 'error' : 'request', requestId },
    })
  keep('encre-gallery', 'followed', 'error', 1)
  keep('encre-generator', 'followed', 'log', 2)
  keep('encre-shell', 'followed', 'log', 30)
  keep('encre-gallery', 'another', 'log', 1)
  keep('a-blog', 'followed', 'error', 1)
})

const ask = (question: Partial<LogQuestion>) =>
  readLogs(readAccount(cloudflare.variables), { names, errors: false, hours: 24, ...question })
const workersOf = (lines: string[]) => lines.map((line) => line.split('  ')[1])

it('follows one request through the workers, in the order of time, and changes nothing', async () => {
  const lines = await ask({ request: 'followed' })
  expect(workersOf(lines)).toEqual(['encre-generator', 'encre-gallery'])
  expect(lines[1]).toContain('"event":"error"')
  expect(workersOf(await ask({ request: 'followed', hours: 48 }))[0]).toBe('encre-shell')
  expect(cloudflare.writes).toEqual([])
})

it('reads the lines of a version, and the errors of the site alone', async () => {
  expect(workersOf(await ask({ version: 'encre-gallery-v2' }))).toHaveLength(2)
  expect(workersOf(await ask({ errors: true }))).toEqual(['encre-gallery'])
  expect(await ask({ request: 'unknown' })).toEqual([])
})
