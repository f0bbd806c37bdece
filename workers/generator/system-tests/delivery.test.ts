import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DesignPage } from '@encre/gallery-worker/contract'
import { afterAll, beforeAll, type ExpectStatic, expect, inject, it } from 'vitest'
import { type FakeServices, startFakeServices } from './fake-services.ts'
import { postGeneration, readGeneration, urlOf, waitForEnd } from './member.ts'
import { migrateSite, planSite, type Site, startSite } from './site.ts'

let folder = ''
let services: FakeServices
let site: Site

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encre-once-'))
  services = await startFakeServices()
  planSite(inject('bundles'), folder, {
    settings: {
      AUTH0_DOMAIN: services.origin,
      OPENAI_BASE_URL: `${services.origin}/v1`,
      OPENAI_API_KEY: 'key',
      IMAGE_MODELS: 'gpt-image-2.5-flare',
      IMAGE_URL_SECRET: 'a secret for tests only',
    },
  })
  site = await startSite(folder)
  await migrateSite(site)
})

afterAll(async () => {
  await site?.kill()
  await services?.close()
  await rm(folder, { recursive: true, force: true })
})

it('calls the provider once for a hundred requests with one key, fifty of them concurrent', async () => {
  const token = services.signToken('auth0|once')
  const request = { description: 'fault:image-after-3-s subject-100', key: crypto.randomUUID() }
  const atOnce = await Promise.all(Array.from({ length: 50 }, () => postGeneration(site, token, request)))
  const generations = await Promise.all(atOnce.map(readGeneration))
  for (let time = 0; time < 50; time++) generations.push(await readGeneration(await postGeneration(site, token, request)))
  const [first] = generations
  expect(generations.map(({ id }) => id)).toEqual(generations.map(() => first?.id))
  expect((await waitForEnd(site, token, first?.id ?? '')).state).toBe('done')
  expect(await readGeneration(await postGeneration(site, token, request))).toMatchObject({ id: first?.id, state: 'done' })
  expect(services.calls.get('subject-100')).toBe(1)
  expect(await site.query('encre-generator', "select used from member_usage where member_id = 'auth0|once'")).toEqual([{ used: 1 }])
  expect(await listDesigns(token)).toHaveLength(1)
})

it('saves the design when the page closes before its request is answered', async () => {
  const token = services.signToken('auth0|closed-early')
  const page = new AbortController()
  const accepted = once(site.steps, 'accepted')
  const answer = postGeneration(site, token, { description: 'fault:image-after-3-s', signal: page.signal }).catch(() => null)
  await accepted
  page.abort()
  await answer
  await expectDesign(token, expect)
})

// null: right after the answer. Otherwise: after so many milliseconds of the event stream; the generation takes three seconds.
it.concurrent.for([null, 500, 2900])('saves the design when the page closes after %s ms', async (ms, { expect }) => {
  const token = services.signToken(`auth0|closed-${ms}`)
  const { id } = await readGeneration(await postGeneration(site, token, { description: 'fault:image-after-3-s' }))
  if (ms !== null) {
    const page = new AbortController()
    const headers = { authorization: `Bearer ${token}` }
    const stream = await fetch(urlOf(site, `/api/generator/generations/${id}/events`), { headers, signal: page.signal })
    const reading = stream.text().catch(() => null)
    await sleep(ms)
    page.abort()
    await reading
  }
  await expectDesign(token, expect)
})

/** Reads the gallery only, so that no request restarts the run. `expect` belongs to the test, since several run concurrently. */
async function expectDesign(token: string, expect: ExpectStatic): Promise<void> {
  await expect.poll(() => listDesigns(token), { timeout: 60_000, interval: 300 }).toHaveLength(1)
  const [design] = await listDesigns(token)
  const { pathname, search } = new URL(design?.imageUrl ?? '')
  const image = await fetch(urlOf(site, pathname + search, 'encre-gallery'))
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
}

async function listDesigns(token: string) {
  const answer = await fetch(urlOf(site, '/api/gallery/designs', 'encre-gallery'), { headers: { authorization: `Bearer ${token}` } })
  return DesignPage.parse(await answer.json()).designs
}
