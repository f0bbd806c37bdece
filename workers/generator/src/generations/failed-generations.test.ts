import { env } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { countRowsRead } from '@encre/worker/testing-rows-read'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { FailedGenerationPage } from '../contract.ts'
import { endedGenerationLifetimeMs } from '../lifetimes.ts'
import { callAs, codeOf, generate, generationRequest, newMember, provider, refuse } from '../testing.ts'
import { failedPageSize } from './failed-generations.ts'
import { listFailedGenerations } from './generations-store.ts'

const minuteMs = 60_000

async function list(memberId: string, cursor?: string): Promise<FailedGenerationPage> {
  const response = await callAs(memberId, `/failed-generations${cursor ? `?cursor=${cursor}` : ''}`)
  expect(response.status).toBe(200)
  return z.parse(FailedGenerationPage, await response.json())
}

/** Rows as runs that ended leave them; the first is the newest. */
async function insertEnded(memberId: string, states: string[], startedMsAgo = minuteMs): Promise<string[]> {
  const owner = await ownerKey(memberId)
  const newest = Date.now() - startedMsAgo
  const rows = states.map((state, index) => ({ id: crypto.randomUUID(), state, at: new Date(newest - index).toISOString() }))
  const insert = env.DB.prepare(
    `insert into generations (id, member_id, owner_key, idempotency_key, body_hash, state, request, request_id, problem, billed_to, day, created_at, updated_at)
     values (?1, ?2, ?3, ?1, '', ?4, ?5, 'request', ?6, 'nobody', '2026-01-01', ?7, ?7)`,
  )
  const request = JSON.stringify(generationRequest())
  await env.DB.batch(
    rows.map(({ id, state, at }) => insert.bind(id, memberId, owner, state, request, state === 'failed' ? 'provider-busy' : null, at)),
  )
  return rows.map(({ id }) => id)
}

it('lists a generation that failed, with its words and its problem', async () => {
  const member = newMember()
  provider.answer = async () => refuse(400, 'moderation_blocked')
  const { id } = await generate(member, { description: 'Une idée refusée' })
  const { generations, next } = await list(member)
  expect(generations).toMatchObject([
    { id, state: 'failed', problem: 'moderation-blocked', counted: true, design: null, request: { description: 'Une idée refusée' } },
  ])
  expect(next).toBeNull()
})

it('leaves out what gave a design, was cancelled, is older than thirty days, or belongs to another member', async () => {
  const member = newMember()
  const [failed, , , interrupted] = await insertEnded(member, ['failed', 'done', 'cancelled', 'interrupted'])
  await insertEnded(newMember(), ['failed'])
  await insertEnded(member, ['failed'], endedGenerationLifetimeMs + minuteMs)
  const [old] = await insertEnded(member, ['failed'], endedGenerationLifetimeMs - minuteMs)
  expect((await list(member)).generations.map(({ id }) => id)).toEqual([failed, interrupted, old])
})

it('lists every one once across pages, and reads no row but the page and one more', async () => {
  const member = newMember()
  const states = Array.from({ length: 3 * failedPageSize + 1 }, (_, index) => (index % 3 === 0 ? 'interrupted' : 'failed'))
  const ids = await insertEnded(member, states)
  await insertEnded(member, ['done', 'done', 'done'])
  const pages = [await list(member)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await list(member, next))
  expect(pages.flatMap(({ generations }) => generations.map(({ id }) => id))).toEqual(ids)

  const limit = failedPageSize + 1
  const { db, rowsRead } = countRowsRead(env.DB)
  const found = await listFailedGenerations(db, member, { since: new Date(0), from: null, limit })
  expect([found.length, rowsRead()]).toEqual([limit, limit])
  await listFailedGenerations(db, member, { since: new Date(0), from: found.at(-1) ?? null, limit })
  expect(rowsRead()).toBeLessThanOrEqual(2 * limit)
})

it('refuses a cursor that it has not written, and other parameters', async () => {
  const ask = (query: string) => callAs(newMember(), `/failed-generations?${query}`)
  expect(await codeOf(await ask('cursor=!'))).toEqual([400, 'invalid-cursor'])
  expect(await codeOf(await ask('limit=1000'))).toEqual([400, 'invalid-request'])
})
