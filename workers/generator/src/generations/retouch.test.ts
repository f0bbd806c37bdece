import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { recordMissingCapability } from '../providers/models-store.ts'
import { generationRequest, library, newMember, postGeneration, provider, saveParent, startGeneration, waitForEnd } from '../testing.ts'

beforeEach(() => recordMissingCapability(env, 'dall-e-3', 'model'))

const retouch = { parentAsReference: true, retouch: true, description: 'Traits plus épais' }
const savedDesign = async (id: string) => (await library.inspect()).saved.find(({ design }) => design.id === id)?.design

describe('a retouch by words', () => {
  it('asks to change the parent’s image and nothing else, and is a variation that keeps its subject', async () => {
    const member = newMember()
    const parentId = await saveParent(member)
    const { id } = await startGeneration(member, { ...retouch, parentId })
    expect(await waitForEnd(member, id)).toMatchObject({ state: 'done', request: { ...retouch, parentId } })
    const [edit] = provider.calls
    expect(edit?.path).toBe('/v1/images/edits')
    expect(edit?.body.prompt).toMatch(
      /^Edit the attached image.* Subject: Une rose\. .*Change: Traits plus épais\. Keep everything else unchanged/,
    )
    expect(edit?.body.prompt).not.toContain('Vivid')
    expect(await savedDesign(id)).toMatchObject({ parentId, subject: 'Une rose · Traits plus épais' })
  })

  it('leaves the end of a long subject out, never the words', async () => {
    const member = newMember()
    const parentId = await saveParent(member, { subject: 'a'.repeat(1000) })
    const { id } = await startGeneration(member, { ...retouch, parentId })
    await waitForEnd(member, id)
    expect((await savedDesign(id))?.subject).toMatch(/^a{980} · Traits plus épais$/)
  })

  it('without the parent’s image is invalid', async () => {
    const response = await postGeneration(newMember(), generationRequest({ ...retouch, parentId: 'design-1', parentAsReference: false }))
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid-request' }])
  })
})
