import { expect, it } from 'vitest'
import { GeneratorOptions, Reference } from '../src/contract.ts'
import { dialects } from './dialects.ts'
import { image } from './faults.ts'
import { postGeneration, readGeneration, urlOf, waitForEnd } from './member.ts'
import { useSite } from './use-site.ts'

const system = useSite((services) => {
  const generators = Object.entries(dialects).map(([name, { models }]) => [
    `encre-generator-${name}`,
    { OPENAI_BASE_URL: `${services.origin}/dialects/${name}/v1`, IMAGE_MODELS: models },
  ])
  return Object.fromEntries(generators)
})

it.concurrent.each(Object.entries(dialects))('%s', async (name, { asks, ends, calls, callsAgain = 1 }) => {
  const generator = `encre-generator-${name}`
  const token = system.services.signToken(`auth0|${name}`)
  const headers = { authorization: `Bearer ${token}` }
  const upload = () => fetch(urlOf(system.site, '/api/generator/references', generator), { method: 'POST', headers, body: image })
  const referenceId = asks === 'reference' ? Reference.parse(await (await upload()).json()).id : null
  const request = { description: 'style: size, background', referenceId, transparent: asks === 'transparent', generator }
  const start = async () =>
    waitForEnd(system.site, token, (await readGeneration(await postGeneration(system.site, token, request))).id, generator)

  const ended = await start()
  expect([ended.problem ?? ended.state, system.services.calls.get(name), system.services.paid.get(name) ?? 0]).toEqual([
    ends,
    calls,
    Number(ends === 'done'),
  ])
  const answer = await fetch(urlOf(system.site, '/api/generator/options', generator), { headers })
  const { quota, references, transparent } = GeneratorOptions.parse(await answer.json())
  expect(quota.limit - quota.left).toBe(Number(ends === 'done' || ends === 'moderation-blocked'))
  expect([references, transparent]).toEqual([ends !== 'references-unsupported', asks !== 'transparent'])
  if (ends !== 'done') return

  // What was learned saves the next member the refusals.
  expect((await start()).state).toBe('done')
  expect([system.services.calls.get(name), system.services.paid.get(name)]).toEqual([calls + callsAgain, 2])
})
