import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, expect, it } from 'vitest'
import type { DesignPage } from './contract.ts'
import { tenant } from './testing.ts'
import worker from './worker.ts'

const memberId = 'auth0|bench'
const designs = 10_000
const pageSize = 24
const rounds = 60
/** Requests timed together: the clock inside workerd moves only with I/O. */
const batch = 10

// What there is to beat: the statement of a first page, its rows as they are, and nothing else.
const bare = new Hono<{ Bindings: Env }>().get('/designs', async (c) => {
  const { results } = await c.env.DB.prepare(
    'select id, user_id, subject, prompt, style, size, size_detail, placement, placement_detail, colors, model, origin, created_at from designs where user_id = ? order by created_at desc, id desc limit ?',
  )
    .bind(memberId, pageSize + 1)
    .all()
  return c.json(results)
})

const headers = await tenant.authorization(memberId)
beforeAll(fill)

it('lists a page at about the price of its statement', async () => {
  const { deep, rowsRead } = await findDeepPage()
  const calls = {
    bare: () => bare.request('https://encre.test/designs', {}, env),
    first: () => list(''),
    deep: () => list(`&cursor=${deep}`),
  }
  const times: Record<keyof typeof calls, number[]> = { bare: [], first: [], deep: [] }
  for (let round = 0; round < rounds; round++) {
    for (const [name, call] of Object.entries(calls) as [keyof typeof calls, () => Promise<Response>][]) {
      const started = performance.now()
      for (let i = 0; i < batch; i++) {
        const response = await call()
        expect(response.status).toBe(200)
        await response.text()
      }
      times[name].push((performance.now() - started) / batch)
    }
  }
  const p50 = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)])) as Record<
    keyof typeof calls,
    number
  >
  console.log(
    `BENCH ${JSON.stringify({
      'list designs / bare Hono with the same statement': p50.first / p50.bare,
      'a deep page of 10,000 designs / the first': p50.deep / p50.first,
      'rows read for a page of 24': rowsRead,
    })}`,
  )
  expect(rowsRead).toBeLessThanOrEqual(pageSize + 1)
})

async function list(query: string): Promise<Response> {
  return worker.fetch(
    new Request(`https://encre.test/api/gallery/designs?limit=${pageSize}${query}`, { headers }),
    env,
    createExecutionContext(),
  )
}

/** The cursor of a page far down, and the rows that D1 read for it. */
async function findDeepPage(): Promise<{ deep: string; rowsRead: number }> {
  let cursor = ''
  for (let i = 0; i < 200; i++) {
    const page: DesignPage = await (await list(cursor && `&cursor=${cursor}`)).json()
    cursor = page.next ?? ''
  }
  const { meta } = await env.DB.prepare(
    'select id from designs where user_id = ? and (created_at, id) < (?, ?) order by created_at desc, id desc limit ?',
  )
    .bind(memberId, 1_700_000_000_000 + 5000, 'design-05000', pageSize + 1)
    .all()
  return { deep: cursor, rowsRead: meta.rows_read }
}

async function fill(): Promise<void> {
  const statement = env.DB.prepare(
    `insert into designs (id, user_id, subject, prompt, style, size, size_detail, placement, placement_detail, colors, model, origin, created_at)
     values (?, ?, 'Un loup', ?, 'dotwork', 'medium', null, 'arm', null, '["#000000"]', 'model', 'drawn', ?)`,
  )
  const prompt = 'Create a pointillisme tattoo design. '.repeat(20)
  for (let from = 0; from < designs; from += 500) {
    const rows = Array.from({ length: 500 }, (_, i) => from + i)
    await env.DB.batch(rows.map((n) => statement.bind(`design-${String(n).padStart(5, '0')}`, memberId, prompt, 1_700_000_000_000 + n)))
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
