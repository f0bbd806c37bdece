import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { GeneratorOptions, Reference } from '../src/contract.ts'
import { dialects } from './dialects.ts'
import { type FakeServices, startFakeServices } from './fake-services.ts'
import { image } from './faults.ts'
import { postGeneration, readGeneration, urlOf, waitForEnd } from './member.ts'
import { migrateSite, planSite, type Site, startSite } from './site.ts'

let folder = ''
let services: FakeServices
let site: Site

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encre-dialects-'))
  services = await startFakeServices()
  const generators = Object.entries(dialects).map(([name, { models }]) => [
    `encre-generator-${name}`,
    { OPENAI_BASE_URL: `${services.origin}/dialects/${name}/v1`, IMAGE_MODELS: models },
  ])
  planSite(inject('bundles'), folder, {
    settings: {
      AUTH0_DOMAIN: services.origin,
      OPENAI_API_KEY: 'key',
      IMAGE_URL_ORIGINS: services.origin,
      IMAGE_URL_SECRET: 'a secret for tests only',
    },
    generators: Object.fromEntries(generators),
  })
  site = await startSite(folder)
  await migrateSite(site)
})

afterAll(async () => {
  await site?.kill()
  await services?.close()
  await rm(folder, { recursive: true, force: true })
})

it.each(Object.entries(dialects))('%s', async (name, { asks, ends, calls, callsAgain = 1 }) => {
  const generator = `encre-generator-${name}`
  const token = services.signToken(`auth0|${name}`)
  const headers = { authorization: `Bearer ${token}` }
  const upload = () => fetch(urlOf(site, '/api/generator/references', generator), { method: 'POST', headers, body: image })
  const referenceId = asks === 'reference' ? Reference.parse(await (await upload()).json()).id : null
  const request = { description: 'style: size, background', referenceId, transparent: asks === 'transparent', generator }
  const start = async () => waitForEnd(site, token, (await readGeneration(await postGeneration(site, token, request))).id, generator)

  const ended = await start()
  expect([ended.problem ?? ended.state, services.calls.get(name), services.paid.get(name) ?? 0]).toEqual([
    ends,
    calls,
    Number(ends === 'done'),
  ])
  const answer = await fetch(urlOf(site, '/api/generator/options', generator), { headers })
  const { quota, references, transparent } = GeneratorOptions.parse(await answer.json())
  expect(quota.limit - quota.left).toBe(Number(ends === 'done' || ends === 'moderation-blocked'))
  expect([references, transparent]).toEqual([ends !== 'references-unsupported', asks !== 'transparent'])
  if (ends !== 'done') return

  // What was learned saves the next member the refusals.
  expect((await start()).state).toBe('done')
  expect([services.calls.get(name), services.paid.get(name)]).toEqual([calls + callsAgain, 2])
})
