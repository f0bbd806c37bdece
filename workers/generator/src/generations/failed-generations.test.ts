import { env } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { countRowsRead } from '@encre/worker/testing-rows-read'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { FailedGenerationPage } from '../contract.ts'
import { endedGenerationLifetimeMs } from '../lifetimes.ts'
import { callAs, generationRequest, newMember, provider, refuse, startGeneration, waitForEnd } from '../testing.ts'
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
  const rows = states.map((state, index) => ({
    id: crypto.randomUUID(),
    state,
    at: new Date(newest - index).toISOString(),
  }))
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
  const { id } = await startGeneration(member, { description: 'Une idée refusée' })
  await waitForEnd(member, id)
  const { generations, next } = await list(member)
  expect(generations).toMatchObject([
    { id, state: 'failed', problem: 'moderation-blocked', counted: true, design: null, request: { description: 'Une idée refusée' } },
  ])
  expect(next).toBeNull()
})

it('leaves out what gave a design, was cancelled, still runs, or belongs to another member', async () => {
  const member = newMember()
  const [failed, , , interrupted] = await insertEnded(member, ['failed', 'done', 'cancelled', 'interrupted'])
  await insertEnded(newMember(), ['failed'])
  expect((await list(member)).generations.map(({ id }) => id)).toEqual([failed, interrupted])
})

it('goes back thirty days', async () => {
  const member = newMember()
  await insertEnded(member, ['failed'], endedGenerationLifetimeMs + minuteMs)
  const [recent] = await insertEnded(member, ['failed'], endedGenerationLifetimeMs - minuteMs)
  expect((await list(member)).generations.map(({ id }) => id)).toEqual([recent])
})

it('lists every one once across pages, and reads no row but the page and one more', async () => {
  const member = newMember()
  const states = Array.from({ length: 3 * failedPageSize + 1 }, (_, index) => (index % 3 === 0 ? 'interrupted' : 'failed'))
  const ids = await insertEnded(member, states)
  await insertEnded(member, ['done', 'done', 'done'])
  const seen: string[] = []
  let page = await list(member)
  for (;;) {
    seen.push(...page.generations.map(({ id }) => id))
    if (page.next === null) break
    page = await list(member, page.next)
  }
  expect(seen).toEqual(ids)

  const { db, rowsRead } = countRowsRead(env.DB)
  const found = await listFailedGenerations(db, member, { since: new Date(0), from: null, limit: failedPageSize + 1 })
  expect([found.length, rowsRead()]).toEqual([failedPageSize + 1, failedPageSize + 1])
  const last = found.at(-1)
  const second = countRowsRead(env.DB)
  await listFailedGenerations(second.db, member, { since: new Date(0), from: last ?? null, limit: failedPageSize + 1 })
  expect(second.rowsRead()).toBeLessThanOrEqual(failedPageSize + 1)
})

it('refuses a cursor that it has not written, and other parameters', async () => {
  const member = newMember()
  const codeOf = async (query: string) => {
    const response = await callAs(member, `/failed-generations?${query}`)
    return [response.status, (await response.json<{ code: string }>()).code]
  }
  expect(await codeOf('cursor=!')).toEqual([400, 'invalid-cursor'])
  expect(await codeOf('limit=1000')).toEqual([400, 'invalid-request'])
})
