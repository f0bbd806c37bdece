import { env } from 'cloudflare:workers'
import { deletePrefix } from '@encre/worker/bucket'
import { ownerKey } from '@encre/worker/member'
import { describe, expect, it } from 'vitest'
import { GenerationRequest } from '../contract.ts'
import { takeCall } from '../limits/limits.ts'
import { recordMissingCapability } from '../providers/models-store.ts'
import { generationRequest, member, provider, refuse } from '../testing.ts'
import { acceptOnly, restart, usedBySite } from './testing.ts'

const acceptWith = (fields: Parameters<typeof generationRequest>[0]) =>
  acceptOnly(member.id, { request: GenerationRequest.parse(generationRequest(fields)) })

async function startWith(answer: typeof provider.answer): Promise<string> {
  provider.answer = answer
  return (await member.start()).id
}

describe('a generation that is billed to nobody', () => {
  it.each([
    {
      cause: 'its reference is gone',
      problem: 'internal',
      calls: 0,
      accept: async () => {
        const id = await acceptWith({ referenceId: await member.uploadReference() })
        await deletePrefix(env.REFERENCES, '')
        return id
      },
    },
    {
      cause: 'its parent is gone',
      problem: 'unknown-reference',
      calls: 0,
      accept: () => acceptWith({ parentId: crypto.randomUUID(), parentAsReference: true }),
    },
    {
      cause: 'no model takes its reference any more',
      problem: 'references-unsupported',
      calls: 0,
      accept: async () => {
        const id = await acceptWith({ referenceId: await member.uploadReference() })
        await recordMissingCapability(env, 'gpt-image-2.5-flare', 'edits')
        return id
      },
    },
    {
      cause: 'its member has no call left',
      problem: 'attempts-exhausted',
      calls: 0,
      accept: async () => {
        const id = await acceptOnly(member.id)
        const owner = await ownerKey(member.id)
        while (await takeCall(env.DB, owner, { attempts: 12 })) {}
        return id
      },
    },
    {
      cause: 'the provider lacks all models',
      problem: 'provider-misconfigured',
      calls: 2,
      accept: () => startWith(async () => refuse(400, 'model_not_found')),
    },
    {
      cause: 'the provider is busy for too long',
      problem: 'provider-busy',
      calls: 1,
      accept: () =>
        startWith(async () => refuse(429, 'rate_limit_exceeded', '', { 'retry-after': '601' })),
    },
  ])('fails because $cause', async ({ accept, problem, calls }) => {
    const used = await usedBySite()
    const id = await accept()
    await restart(id)
    expect(await member.waitForEnd(id)).toMatchObject({ state: 'failed', problem, counted: false })
    expect([provider.calls.length, await usedBySite()]).toEqual([calls, used])
  })
})

describe('a generation that is billed to the site', () => {
  it.each([
    {
      cause: 'the connection is lost during its call',
      end: { state: 'interrupted', problem: null },
      answer: () => Promise.reject(new Error('connection lost')),
    },
    {
      cause: 'there is no image at the address',
      end: { state: 'failed', problem: 'invalid-image' },
      answer: async ({ model }: Record<string, unknown>) =>
        model
          ? Response.json({ data: [{ url: 'https://images.provider.test/image.png' }] })
          : new Response(new Uint8Array([1, 2, 3])),
    },
  ])('ends after one call because $cause', async ({ answer, end }) => {
    const used = await usedBySite()
    const id = await startWith(answer)
    expect(await member.waitForEnd(id)).toMatchObject({ ...end, counted: false })
    const calls = provider.calls.filter(({ path }) => path.startsWith('/v1/images'))
    expect([calls.length, await usedBySite()]).toEqual([1, used + 1])
  })
})
