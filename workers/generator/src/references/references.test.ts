import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/owner-key'
import { beforeEach, describe, expect, it } from 'vitest'
import { rememberMissingModel } from '../providers/models-store.ts'
import { call, callAs, generationRequest, newMember, pngOf, postGeneration, provider, startGeneration, waitForEnd } from '../testing.ts'
import { referenceKey } from './references-files.ts'

describe('a reference image', () => {
  it('goes with the generation, as an edit, and not to a model that takes none', async () => {
    const member = newMember()
    const referenceId = await upload(member, pngOf(600, 400))
    const { id } = await startGeneration(member, { referenceId })
    expect((await waitForEnd(member, id)).state).toBe('done')
    expect(provider.calls).toHaveLength(1)
    const [edit] = provider.calls
    expect(edit?.path).toBe('/v1/images/edits')
    expect(edit?.body).toMatchObject({ model: 'gpt-image-2.5-flare', prompt: expect.stringContaining('attached image as a reference') })
    const image = Object.values(edit?.body ?? {}).find((value) => value instanceof File)
    expect(image).toMatchObject({ name: 'reference.png', type: 'image/png', size: 64 })
  })

  it('is refused when it is no image, too large, a pixel flood or nobody’s', async () => {
    const member = newMember()
    const post = async (body: BodyInit) => {
      const response = await callAs(member, '/references', { method: 'POST', body })
      return [response.status, (await response.json<{ code: string }>()).code]
    }
    expect(await post('<svg xmlns="http://www.w3.org/2000/svg"/>')).toEqual([422, 'reference-not-an-image'])
    expect(await post(pngOf(20_000, 20_000))).toEqual([422, 'reference-not-an-image'])
    expect(await post(new Uint8Array(10 * 1024 * 1024 + 1))).toEqual([413, 'reference-too-large'])
    expect((await call('/references', { method: 'POST', body: pngOf(1, 1) })).status).toBe(401)
    expect(await env.DB.prepare('select count(*) as n from reference_images where member_id = ?').bind(member).first('n')).toBe(0)
  })

  it('of someone else is unknown', async () => {
    const referenceId = await upload(newMember(), pngOf(600, 400))
    const response = await postGeneration(newMember(), generationRequest({ referenceId }))
    expect([response.status, await response.json()]).toMatchObject([422, { code: 'unknown-reference' }])
  })

  it('has forty places per member', async () => {
    const member = newMember()
    for (let count = 0; count < 40; count++) await upload(member, pngOf(10, 10))
    expect((await callAs(member, '/references', { method: 'POST', body: pngOf(10, 10) })).status).toBe(429)
  })
})

describe('the sweep', () => {
  beforeEach(() => rememberMissingModel(env, 'dall-e-3'))

  it('removes a reference a day after its generation ended, and not before', async () => {
    const member = newMember()
    const referenceId = await upload(member, pngOf(600, 400))
    await waitForEnd(member, (await startGeneration(member, { referenceId })).id)
    const key = referenceKey(await ownerKey(member), referenceId)
    await exports.Maintenance.sweep()
    expect(await env.REFERENCES.head(key)).not.toBeNull()
    const expiresAt = await env.DB.prepare('select expires_at from reference_images where id = ?')
      .bind(referenceId)
      .first<string>('expires_at')
    expect(Date.parse(expiresAt ?? '') - Date.now()).toBeGreaterThan(24 * 60 * 60 * 1000 - 60_000)

    await env.DB.prepare(`update reference_images set expires_at = '2026-01-01T00:00:00.000Z' where id = ?`).bind(referenceId).run()
    expect(await exports.Maintenance.sweep()).toMatchObject({ references: 1 })
    expect(await env.REFERENCES.head(key)).toBeNull()
    expect((await postGeneration(member, generationRequest({ referenceId }))).status).toBe(422)
  })
})

async function upload(member: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const response = await callAs(member, '/references', { method: 'POST', body: bytes, headers: { 'content-type': 'image/png' } })
  expect(response.status).toBe(201)
  return (await response.json<{ id: string }>()).id
}
