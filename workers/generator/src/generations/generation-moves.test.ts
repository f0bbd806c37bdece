import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { callAs, newMember, wholePng } from '../testing.ts'
import { beginAttempt, moveGeneration } from './generation-moves.ts'
import { findGeneration } from './generations-store.ts'
import { acceptOnly, recordCall } from './testing.ts'

const attempt = { model: 'gpt-image-2.5-flare', transparent: false }

async function readEverything(member: string, id: string, referenceId: string) {
  const [generation, attempts, reference] = await Promise.all([
    findGeneration(env.DB, member, id),
    env.DB.prepare('select * from attempts where generation_id = ? order by number').bind(id).all(),
    env.DB.prepare('select expires_at from reference_images where id = ?').bind(referenceId).first('expires_at'),
  ])
  return { generation, attempts: attempts.results, reference }
}

async function acceptWithReference(member: string) {
  const upload = await callAs(member, '/references', { method: 'POST', body: wholePng })
  const { id: referenceId } = await upload.json<{ id: string }>()
  await env.DB.prepare("update reference_images set expires_at = '2026-01-01T00:00:00.000Z' where id = ?").bind(referenceId).run()
  return { id: await acceptOnly(member, referenceId), referenceId }
}

it('with an old version changes neither the generation, nor its attempt, nor its reference', async () => {
  const member = newMember()
  const { id, referenceId } = await acceptWithReference(member)
  await recordCall(id)
  const before = await readEverything(member, id, referenceId)
  expect(await moveGeneration(env.DB, { id, version: 1 }, { to: 'cancelled', billedTo: 'nobody', outcome: 'cancelled' })).toBeNull()
  expect(await beginAttempt(env.DB, { id, version: 1 }, attempt)).toBeNull()
  expect(await readEverything(member, id, referenceId)).toEqual(before)
})

it('happens once when two moves of the same version arrive in the same millisecond', async () => {
  const member = newMember()
  const { id, referenceId } = await acceptWithReference(member)
  const calling = await recordCall(id)
  if (!calling) throw new Error('the call was not recorded')
  const moves = await Promise.all([
    moveGeneration(env.DB, calling, { to: 'failed', problem: 'no-image', outcome: 'first' }),
    moveGeneration(env.DB, calling, { to: 'failed', problem: 'invalid-image', billedTo: 'nobody', outcome: 'second' }),
  ])
  expect(moves.filter((moved) => moved !== null)).toMatchObject([{ version: 3, problem: 'no-image' }])
  expect((await readEverything(member, id, referenceId)).attempts).toMatchObject([{ outcome: 'first' }])
})

it('calls the provider once when two runs begin an attempt at the same time', async () => {
  const id = await acceptOnly(newMember())
  const begun = await Promise.all([1, 2].map(() => beginAttempt(env.DB, { id, version: 1 }, attempt)))
  expect(begun.filter((generation) => generation !== null)).toMatchObject([{ state: 'calling', attempt: 1 }])
  const attempts = await env.DB.prepare('select number from attempts where generation_id = ?').bind(id).all()
  expect(attempts.results).toEqual([{ number: 1 }])
})
