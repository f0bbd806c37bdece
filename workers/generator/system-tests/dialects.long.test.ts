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

/** The member of one dialect, at the worker that speaks to its provider. */
function openDialect(name: string) {
  const generator = `encre-generator-${name}`
  const token = system.services.signToken(`auth0|${name}`)
  const headers = { authorization: `Bearer ${token}` }
  return {
    async generate(fields: object = {}) {
      const description = 'style: size, background'
      const posted = await postGeneration(system.site, token, { description, generator, ...fields })
      return waitForEnd(system.site, token, (await readGeneration(posted)).id, generator)
    },
    async upload(path: string, body: Uint8Array<ArrayBuffer>) {
      const url = urlOf(system.site, `/api/generator${path}`, generator)
      const answer = await fetch(url, { method: 'POST', headers, body })
      return Reference.parse(await answer.json()).id
    },
    async readOptions() {
      const url = urlOf(system.site, '/api/generator/options', generator)
      return GeneratorOptions.parse(await (await fetch(url, { headers })).json())
    },
    count: () => ({
      calls: system.services.calls.get(name) ?? 0,
      paid: system.services.paid.get(name) ?? 0,
    }),
  }
}

type Dialect = ReturnType<typeof openDialect>

/** What a request asks of the provider besides an image. */
const extras = {
  reference: async ({ upload }: Dialect) => ({
    referenceId: await upload('/references', new Uint8Array(image)),
  }),
  transparent: async () => ({ transparent: true }),
  band: async () => ({ format: 'band' }),
  async mask({ generate, upload }: Dialect) {
    const { id: parentId } = await generate()
    const maskId = await upload(`/parents/${parentId}/masks`, new Uint8Array(mask))
    return { parentId, parentAsReference: true, retouch: true, maskId }
  },
}

it.concurrent.each(cases)('%s', async (name, { asks, ends, calls }) => {
  const dialect = openDialect(name)
  const request = asks && (await extras[asks](dialect))
  const before = dialect.count()
  const isDone = ends === 'done'

  const ended = await dialect.generate(request)
  expect(ended.problem ?? ended.state).toBe(ends)
  expect(dialect.count()).toEqual({
    calls: before.calls + calls,
    paid: before.paid + Number(isDone),
  })
  const { quota, references, masks, transparent, sizes } = await dialect.readOptions()
  const isCounted = isDone || ends === 'moderation-blocked'
  expect(quota.limit - quota.left).toBe(before.paid + Number(isCounted))
  expect(references).toBe(ends !== 'references-unsupported')
  expect(transparent).toBe(asks !== 'transparent')
  if (asks === 'mask') expect(masks).toBe(calls === 1)
  if (asks === 'band') expect([sizes, ended.design?.format]).toEqual([false, 'square'])
  if (!isDone) return

  // What was learned saves the next member the refusals.
  expect((await dialect.generate(request)).state).toBe('done')
  expect(dialect.count()).toEqual({ calls: before.calls + calls + 1, paid: before.paid + 2 })
})
