import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { expect, it, vi } from 'vitest'
import { codeOf, generationRequest, member, TestMember, wholePng } from '../testing.ts'
import { referenceKey } from './references-store.ts'

const listFiles = async () =>
  (await env.REFERENCES.list({ prefix: `owners/${await ownerKey(member.id)}/` })).objects

it('a reference image: is refused when it is too large, or cut off', async () => {
  expect(await codeOf(await member.upload(wholePng.slice(0, -20)))).toEqual([
    400,
    'reference-not-an-image',
  ])
  expect(await codeOf(await member.upload(new Uint8Array(10 * 1024 * 1024 + 1)))).toEqual([
    413,
    'reference-too-large',
  ])
  expect(await listFiles()).toEqual([])
  // Only the file that was decoded keeps its place.
  const places = env.DB.prepare('select count(*) as count from places where holder = ?')
  expect(await places.bind(await ownerKey(member.id)).first('count')).toBe(1)
})

it('a reference image: sent again is the same one, and another one with its id is refused', async () => {
  const path = `/references?id=${crypto.randomUUID()}`
  const first = await member.uploadReference(wholePng, path)
  expect(await member.uploadReference(wholePng, path)).toBe(first)
  const other = Uint8Array.from([...wholePng, 0])
  expect(await codeOf(await member.upload(other, path))).toEqual([422, 'failed-precondition'])
  expect((await listFiles()).length).toBe(1)
})

it('a reference image: of another member is unknown', async () => {
  const referenceId = await new TestMember().uploadReference()
  expect(await codeOf(await member.post(generationRequest({ referenceId })))).toEqual([
    422,
    'unknown-reference',
  ])
})

it('a reference image: leaves no file when the account is erased during the upload', async () => {
  const put = env.REFERENCES.put.bind(env.REFERENCES)
  vi.spyOn(env.REFERENCES, 'put').mockImplementationOnce(
    async (...args: Parameters<typeof put>) => {
      await exports.GenerationLedger.eraseMember(member.id)
      return put(...args)
    },
  )
  expect(await codeOf(await member.upload(wholePng))).toEqual([422, 'unknown-reference'])
  expect(await listFiles()).toEqual([])
})

it('a reference image: leaves no file when the upload ends during the erasure', async () => {
  // Polled: in workerd a request cannot await another request's promise.
  const reached = { put: false, list: false, answer: false }
  const waitFor = async (step: keyof typeof reached) => {
    while (!reached[step]) {
      await scheduler.wait(5)
    }
  }
  const put = env.REFERENCES.put.bind(env.REFERENCES)
  vi.spyOn(env.REFERENCES, 'put').mockImplementationOnce(
    async (...args: Parameters<typeof put>) => {
      reached.put = true
      await waitFor('list')
      return put(...args)
    },
  )
  const list = env.REFERENCES.list.bind(env.REFERENCES)
  vi.spyOn(env.REFERENCES, 'list').mockImplementationOnce(async (options) => {
    const listed = await list(options)
    reached.list = true
    await waitFor('answer')
    return listed
  })
  const uploaded = member.upload(wholePng).finally(() => {
    reached.answer = true
  })
  await waitFor('put')
  await exports.GenerationLedger.eraseMember(member.id)
  expect((await uploaded).status).toBe(422)
  expect(await listFiles()).toEqual([])
})

it('a reference image: is deleted by the sweep a day after its generation ended, and not before', async () => {
  const referenceId = await member.uploadReference()
  const { id } = await member.generate({ referenceId })
  const key = referenceKey(await ownerKey(member.id), referenceId)
  await exports.default.sweep()
  expect(await env.REFERENCES.head(key)).not.toBeNull()
  const expiry = () =>
    env.DB.prepare('select expires_at from reference_images where id = ?')
      .bind(referenceId)
      .first<string>('expires_at')
  const expiresAt = await expiry()
  expect(Date.parse(expiresAt ?? '') - Date.now()).toBeGreaterThan(24 * 60 * 60 * 1000 - 60_000)
  // A late cancellation changes nothing, not even this date.
  await member.call(`/generations/${id}`, { method: 'DELETE' })
  expect(await expiry()).toBe(expiresAt)

  await env.DB.prepare(
    "update reference_images set expires_at = '2026-01-01T00:00:00.000Z' where id = ?",
  )
    .bind(referenceId)
    .run()
  expect(await exports.default.sweep()).toMatchObject({ references: 1 })
  expect(await env.REFERENCES.head(key)).toBeNull()
  expect((await member.post(generationRequest({ referenceId }))).status).toBe(422)
})
