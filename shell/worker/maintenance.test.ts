import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { askPage, publish } from './testing/site.ts'
import worker from './worker.ts'

async function runCron(faults: Partial<Env> = {}) {
  const lines: Record<string, unknown>[] = []
  const record = (line: string) => void lines.push(JSON.parse(line))
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(record),
    vi.spyOn(console, 'error').mockImplementation(record),
  ]
  await worker.scheduled(createScheduledController(), { ...env, ...faults })
  for (const spy of spies) spy.mockRestore()
  return lines
}

test("the site's cron sweeps every worker", async () => {
  const lines = await runCron()
  const swept = lines
    .filter(({ event }) => event === 'sweep')
    .map(({ worker, swept }) => `${worker} ${swept}`)
  expect(swept).toEqual(
    expect.arrayContaining(['account 1', 'gallery 1', 'generator 1', 'shell undefined']),
  )
})

test('a sweep that fails stops no other', async () => {
  const broken = { fetch, sweep: () => Promise.reject(new Error('broken')) }
  const lines = await runCron({ GALLERY: broken as unknown as Fetcher })
  expect(lines.filter((line) => 'error' in line)).toMatchObject([
    { worker: 'gallery', error: { message: 'broken' } },
  ])
  expect(lines.filter((line) => line.swept === 1)).toHaveLength(2)
})

test('deletes a composition 90 days after its last page', async () => {
  const start = Date.now()
  const listCompositions = async (day: number) => {
    vi.setSystemTime(start + day * 86_400_000)
    await runCron()
    return (await env.DB.prepare('select id from compositions').all()).results
  }
  await publish('gallery', 'lasting')
  await askPage('/gallery')
  vi.setSystemTime(start + 80 * 86_400_000)
  await askPage('/gallery')
  expect(await listCompositions(169)).toHaveLength(1)
  expect(await listCompositions(171)).toEqual([])
})

test('deletes health reports after 30 days', async () => {
  const insert = env.DB.prepare(
    "insert into health_reports (remote, version, visitor, address, outcome, at) values ('gallery', 'v1', ?, 'x', 'ok', ?)",
  )
  await env.DB.batch([
    insert.bind('old', '2026-01-01T00:00:00.000Z'),
    insert.bind('new', new Date().toISOString()),
  ])
  await runCron()
  const { results } = await env.DB.prepare('select visitor from health_reports').all()
  expect(results).toEqual([{ visitor: 'new' }])
})
