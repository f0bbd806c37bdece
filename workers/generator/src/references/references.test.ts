import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { recordMissingCapability } from '../providers/models-store.ts'
import {
  call,
  callAs,
  generationRequest,
  newMember,
  pngOf,
  postGeneration,
  provider,
  readGeneration,
  startGeneration,
  waitForEnd,
  wholePng,
} from '../testing.ts'
import { referenceKey } from './references-store.ts'

describe('a reference image', () => {
  it('is sent as an edit, to models that take references only', async () => {
    const member = newMember()
    const referenceId = await upload(member, wholePng)
    const { id } = await startGeneration(member, { referenceId })
    expect((await waitForEnd(member, id)).state).toBe('done')
    expect(provider.calls).toHaveLength(1)
    const [edit] = provider.calls
    expect(edit?.path).toBe('/v1/images/edits')
    expect(edit?.body).toMatchObject({ model: 'gpt-image-2.5-flare', prompt: expect.stringContaining('attached image as a reference') })
    const image = Object.values(edit?.body ?? {}).find((value) => value instanceof File)
    expect(image).toMatchObject({ name: 'reference.png', type: 'image/png' })
  })

  it('is refused when it is not an image, too large, a pixel flood or without a member', async () => {
    const member = newMember()
    const post = async (body: BodyInit) => {
      const response = await callAs(member, '/references', { method: 'POST', body })
      return [response.status, (await response.json<{ code: string }>()).code]
    }
    expect(await post('<svg xmlns="http://www.w3.org/2000/svg"/>')).toEqual([400, 'reference-not-an-image'])
    expect(await post(pngOf(20_000, 20_000))).toEqual([400, 'reference-not-an-image'])
    expect(await post(wholePng.slice(0, -20))).toEqual([400, 'reference-not-an-image'])
    expect(await post(new Uint8Array(10 * 1024 * 1024 + 1))).toEqual([413, 'reference-too-large'])
    expect((await call('/references', { method: 'POST', body: pngOf(1, 1) })).status).toBe(401)
    // Only the file that was decoded took a place.
    expect(await env.DB.prepare('select count(*) as n from reference_images where member_id = ?').bind(member).first('n')).toBe(1)
  })

  it('of another member is unknown', async () => {
    const referenceId = await upload(newMember(), wholePng)
    const response = await postGeneration(newMember(), generationRequest({ referenceId }))
    expect([response.status, await response.json()]).toMatchObject([422, { code: 'unknown-reference' }])
  })

  it('leaves no file when the account is erased during the upload', async () => {
    const member = newMember()
    const put = env.REFERENCES.put.bind(env.REFERENCES)
    vi.spyOn(env.REFERENCES, 'put').mockImplementationOnce(async (...args: Parameters<typeof put>) => {
      await exports.GenerationLedger.eraseMember(member)
      return put(...args)
    })
    const response = await callAs(member, '/references', { method: 'POST', body: wholePng })
    expect([response.status, await response.json()]).toMatchObject([422, { code: 'unknown-reference' }])
    expect((await env.REFERENCES.list({ prefix: `owners/${await ownerKey(member)}/` })).objects).toEqual([])
  })

  it('leaves no file when the upload ends during the erasure', async () => {
    const member = newMember()
    // Polled: in workerd a request cannot await another request's promise.
    const reached = { put: false, list: false, answer: false }
    const waitFor = async (step: keyof typeof reached) => {
      while (!reached[step]) await scheduler.wait(5)
    }
    const put = env.REFERENCES.put.bind(env.REFERENCES)
    vi.spyOn(env.REFERENCES, 'put').mockImplementationOnce(async (...args: Parameters<typeof put>) => {
      reached.put = true
      await waitFor('list')
      return put(...args)
    })
    const list = env.REFERENCES.list.bind(env.REFERENCES)
    vi.spyOn(env.REFERENCES, 'list').mockImplementationOnce(async (options) => {
      const listed = await list(options)
      reached.list = true
      await waitFor('answer')
      return listed
    })
    const upload = callAs(member, '/references', { method: 'POST', body: wholePng }).finally(() => {
      reached.answer = true
    })
    await waitFor('put')
    await exports.GenerationLedger.eraseMember(member)
    expect((await upload).status).toBe(422)
    expect((await env.REFERENCES.list({ prefix: `owners/${await ownerKey(member)}/` })).objects).toEqual([])
  })

  it('can be deleted without a change for an idempotency key that was answered before', async () => {
    const [member, key] = [newMember(), crypto.randomUUID()]
    const request = generationRequest({ referenceId: await upload(member, wholePng) })
    const { id } = await readGeneration(await postGeneration(member, request, key))
    await waitForEnd(member, id)
    await env.DB.prepare('delete from reference_images where member_id = ?').bind(member).run()
    const again = await postGeneration(member, request, key)
    expect([again.status, await again.json()]).toMatchObject([200, { id, state: 'done' }])
    expect((await postGeneration(member, request)).status).toBe(422)
  })

  it('is limited to forty per member, and is not decoded above that', async () => {
    const member = newMember()
    const decoded = vi.spyOn(env.DECODER, 'input')
    for (let count = 0; count < 40; count++) await upload(member, wholePng)
    expect((await callAs(member, '/references', { method: 'POST', body: wholePng })).status).toBe(429)
    expect(decoded).toHaveBeenCalledTimes(40)
  })
})

describe('the sweep', () => {
  beforeEach(() => recordMissingCapability(env, 'dall-e-3', 'model'))

  it('deletes a reference a day after its generation ended, and not before', async () => {
    const member = newMember()
    const referenceId = await upload(member, wholePng)
    const { id } = await startGeneration(member, { referenceId })
    await waitForEnd(member, id)
    const key = referenceKey(await ownerKey(member), referenceId)
    await exports.default.sweep()
    expect(await env.REFERENCES.head(key)).not.toBeNull()
    const expiry = () =>
      env.DB.prepare('select expires_at from reference_images where id = ?').bind(referenceId).first<string>('expires_at')
    const expiresAt = await expiry()
    expect(Date.parse(expiresAt ?? '') - Date.now()).toBeGreaterThan(24 * 60 * 60 * 1000 - 60_000)
    // A late cancellation changes nothing, not even this date.
    await callAs(member, `/generations/${id}`, { method: 'DELETE' })
    expect(await expiry()).toBe(expiresAt)

    await env.DB.prepare(`update reference_images set expires_at = '2026-01-01T00:00:00.000Z' where id = ?`).bind(referenceId).run()
    expect(await exports.default.sweep()).toMatchObject({ references: 1 })
    expect(await env.REFERENCES.head(key)).toBeNull()
    expect((await postGeneration(member, generationRequest({ referenceId }))).status).toBe(422)
  })
})

async function upload(member: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const response = await callAs(member, '/references', { method: 'POST', body: bytes, headers: { 'content-type': 'image/png' } })
  expect(response.status).toBe(201)
  return (await response.json<{ id: string }>()).id
}
