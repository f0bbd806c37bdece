import { encode } from 'fast-png'
import { expect, it } from 'vitest'
import { GeneratorOptions, Reference } from '../src/contract.ts'
import { dialects } from './dialects.ts'
import { image } from './faults.ts'
import { postGeneration, readGeneration, urlOf, waitForEnd } from './member.ts'
import { useSite } from './use-site.ts'

/** `npm test` runs a sample, `npm test -- --long dialects` all. */
const cases = Object.entries(dialects).slice(
  0,
  process.env.ENCRE_DIALECTS === 'whole' ? undefined : 3,
)

const system = useSite(({ origin }) => {
  const settingsOf = (name: string, models: string) => ({
    OPENAI_BASE_URL: `${origin}/dialects/${name}/v1`,
    IMAGE_MODELS: models,
  })
  return Object.fromEntries(
    cases.map(([name, { models }]) => [`encre-generator-${name}`, settingsOf(name, models)]),
  )
})

/** The left half of a design changes. */
const side = 1024
const data = new Uint8Array(4 * side * side).map((_, at) =>
  at % 4 === 3 && (at >> 2) % side >= side / 2 ? 255 : 0,
)
const mask = encode({ width: side, height: side, data, channels: 4 })

it.concurrent.each(cases)('%s', async (name, { asks, ends, calls }) => {
  const generator = `encre-generator-${name}`
  const token = system.services.signToken(`auth0|${name}`)
  const headers = { authorization: `Bearer ${token}` }
  const start = async (fields: object = {}) => {
    const posted = await postGeneration(system.site, token, {
      description: 'style: size, background',
      generator,
      ...fields,
    })
    return waitForEnd(system.site, token, (await readGeneration(posted)).id, generator)
  }
  const upload = async (path: string, body: Uint8Array<ArrayBuffer>) => {
    const answer = await fetch(urlOf(system.site, `/api/generator${path}`, generator), {
      method: 'POST',
      headers,
      body,
    })
    return Reference.parse(await answer.json()).id
  }
  const requests = {
    reference: async () => ({ referenceId: await upload('/references', new Uint8Array(image)) }),
    transparent: async () => ({ transparent: true }),
    band: async () => ({ format: 'band' }),
    mask: async () => {
      const { id: parentId } = await start()
      return {
        parentId,
        parentAsReference: true,
        retouch: true,
        maskId: await upload(`/parents/${parentId}/masks`, new Uint8Array(mask)),
      }
    },
  }
  const request = asks && (await requests[asks]())
  const counts = () =>
    [system.services.calls.get(name) ?? 0, system.services.paid.get(name) ?? 0] as const
  const [callsBefore, paidBefore] = counts()

  const ended = await start(request)
  expect([ended.problem ?? ended.state, ...counts()]).toEqual([
    ends,
    callsBefore + calls,
    paidBefore + Number(ends === 'done'),
  ])
  const answer = await fetch(urlOf(system.site, '/api/generator/options', generator), { headers })
  const { quota, references, masks, transparent, sizes } = GeneratorOptions.parse(
    await answer.json(),
  )
  expect(quota.limit - quota.left).toBe(
    paidBefore + Number(ends === 'done' || ends === 'moderation-blocked'),
  )
  expect([references, transparent]).toEqual([
    ends !== 'references-unsupported',
    asks !== 'transparent',
  ])
  if (asks === 'mask') expect(masks).toBe(calls === 1)
  if (asks === 'band') expect([sizes, ended.design?.format]).toEqual([false, 'square'])
  if (ends !== 'done') return

  // What was learned saves the next member the refusals.
  expect((await start(request)).state).toBe('done')
  expect(counts()).toEqual([callsBefore + calls + 1, paidBefore + 2])
})
