import { env } from 'cloudflare:workers'
import { countRowsRead } from '@encre/worker/testing-rows-read'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { FailedGenerationPage } from '../contract.ts'
import { endedGenerationLifetimeMs } from '../lifetimes.ts'
import { codeOf, member, provider, refuse } from '../testing.ts'
import { failedPageSize } from './failed-generations.ts'
import { listFailedGenerations } from './generations-store.ts'
import { insertGenerations } from './testing.ts'

const minuteMs = 60_000

async function list(cursor?: string): Promise<FailedGenerationPage> {
  const response = await member.call(`/failed-generations${cursor ? `?cursor=${cursor}` : ''}`)
  expect(response.status).toBe(200)
  return z.parse(FailedGenerationPage, await response.json())
}

/**
 * The first is the newest; each next one is a millisecond older. The clock is read once, so no two
 * have the same date.
 */
const insertEnded = (states: string[], startedMsAgo = minuteMs, memberId = member.id) => {
  const newest = Date.now() - startedMsAgo
  return insertGenerations(memberId, states, (index) => newest - index)
}

it('lists a generation that failed, with its words and its problem', async () => {
  provider.answer = async () => refuse(400, 'moderation_blocked')
  const { id } = await member.generate({ description: 'Une idée refusée' })
  const { generations, next } = await list()
  expect(generations).toMatchObject([
    {
      id,
      state: 'failed',
      problem: 'moderation-blocked',
      counted: true,
      design: null,
      request: { description: 'Une idée refusée' },
    },
  ])
  expect(next).toBeNull()
})

it('leaves out what gave a design, was cancelled, is older than thirty days, or belongs to another member', async () => {
  const [failed, , , interrupted] = await insertEnded([
    'failed',
    'done',
    'cancelled',
    'interrupted',
  ])
  await insertEnded(['failed'], minuteMs, 'auth0|other')
  await insertEnded(['failed'], endedGenerationLifetimeMs + minuteMs)
  const [old] = await insertEnded(['failed'], endedGenerationLifetimeMs - minuteMs)
  expect((await list()).generations.map(({ id }) => id)).toEqual([failed, interrupted, old])
})

it('lists every one once across pages, and reads no row but the page and one more', async () => {
  const states = Array.from({ length: 3 * failedPageSize + 1 }, (_, index) =>
    index % 3 === 0 ? 'interrupted' : 'failed',
  )
  const ids = await insertEnded(states)
  await insertEnded(['done', 'done', 'done'])
  const pages = [await list()]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    pages.push(await list(next))
  }
  expect(pages.flatMap(({ generations }) => generations.map(({ id }) => id))).toEqual(ids)

  const limit = failedPageSize + 1
  const { db, rowsRead } = countRowsRead(env.DB)
  const found = await listFailedGenerations(db, member.id, {
    since: '',
    from: null,
    limit,
  })
  expect([found.length, rowsRead()]).toEqual([limit, limit])
  await listFailedGenerations(db, member.id, {
    since: '',
    from: found.at(-1) ?? null,
    limit,
  })
  expect(rowsRead()).toBeLessThanOrEqual(2 * limit)
})

it('refuses a cursor that it has not written, and other parameters', async () => {
  const ask = (query: string) => member.call(`/failed-generations?${query}`)
  expect(await codeOf(await ask('cursor=!'))).toEqual([400, 'invalid-cursor'])
  expect(await codeOf(await ask('limit=1000'))).toEqual([400, 'invalid-request'])
})
