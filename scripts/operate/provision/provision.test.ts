import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { APIConnectionError } from 'cloudflare'
import { beforeEach, expect, it } from 'vitest'
import { explainAccountError } from '../cloudflare/account.ts'
import type { FakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { startProvisioning } from './testing/provisioning.ts'

let cloudflare: FakeCloudflare
let said: string[]
let configOf: (worker: string) => string
let run: (isPlan?: boolean, settings?: Record<string, string>) => Promise<void>

beforeEach(async () => {
  const started = await startProvisioning()
  ;({ cloudflare, said, configOf } = started)
  run = (...options) => started.run('staging', ...options)
})

it('plans what it would create and what a deploy will need, and changes nothing', async () => {
  await run(true)
  expect(cloudflare.writes).toEqual([])
  expect(said).toEqual(
    expect.arrayContaining([
      'plan: workers_paid',
      expect.stringContaining('images: no paid plan. After 5,000 transformations'),
      expect.stringContaining('domain staging.encre.tattoo: in the zone encre.tattoo'),
      'a deploy still needs, gallery: these settings are missing: AUTH0_DOMAIN, AUTH0_AUDIENCE',
      'a deploy still needs, gallery: secrets of a first deploy: IMAGE_URL_SECRET, METRICS_TOKEN',
      'database encre-gallery-staging: would be created (eu)',
      'bucket encre-images-staging: would be created (eu)',
      "token for GitHub's environment gallery: Workers Editor on encre-gallery-staging alone (after its first deploy), and Account Analytics Read",
    ]),
  )
})

it('creates databases and buckets in the EU, once, also after a run that was cut, and says what a later plan would add', async () => {
  cloudflare.changesLeft = 3
  await expect(run()).rejects.toThrow()
  cloudflare.changesLeft = Number.POSITIVE_INFINITY
  await run()
  expect(cloudflare.unknown).toEqual([])
  const databases = [...cloudflare.databases].map(([id, { name, jurisdiction }]) => ({
    id,
    name,
    jurisdiction,
  }))
  const names = ['account', 'gallery', 'generator', 'registry'].map(
    (name) => `encre-${name}-staging`,
  )
  expect(databases.map(({ name }) => name).toSorted()).toEqual(names)
  expect(databases.filter(({ jurisdiction }) => jurisdiction !== 'eu')).toEqual([])
  const before = readFileSync(join(root, 'workers/gallery/wrangler.jsonc'), 'utf8')
  const after = readFileSync(configOf('gallery'), 'utf8')
  expect(after).toContain(databases.find(({ name }) => name === 'encre-gallery-staging')?.id)
  expect(after.match(/\/\/ .*/g)).toEqual(before.match(/\/\/ .*/g))
  expect([...cloudflare.buckets.keys()].toSorted()).toEqual(
    ['erasures', 'exports', 'images', 'references', 'releases'].map(
      (name) => `encre-${name}-staging`,
    ),
  )
  for (const [name, bucket] of cloudflare.buckets) {
    const deletes = name === 'encre-exports-staging' ? [{ id: 'delete-data-downloads' }] : []
    expect(bucket).toMatchObject({
      jurisdiction: 'eu',
      lifecycle: { rules: [{ id: 'abort-unfinished-uploads' }, ...deletes] },
    })
  }

  cloudflare.writes.length = 0
  await run()
  expect(cloudflare.writes).toEqual([])
  const own = { id: 'own-rule', enabled: true, conditions: { prefix: 'x/' } }
  for (const bucket of cloudflare.buckets.values()) {
    bucket.lifecycle = { rules: [own] }
  }
  writeFileSync(configOf('gallery'), before)
  await run(true)
  expect(said).toContain('  lifecycle rule abort-unfinished-uploads: would be added')
  expect([cloudflare.writes, readFileSync(configOf('gallery'), 'utf8')]).toEqual([[], before])
  await run()
  expect(cloudflare.buckets.get('encre-images-staging')?.lifecycle).toMatchObject({
    rules: [own, { id: 'abort-unfinished-uploads' }],
  })
})

it.each<{ name: string; change: (account: FakeCloudflare) => void; sentence: string }>([
  {
    name: 'the free plan',
    change: ({ plans }) => plans.splice(0),
    sentence: 'The account lacks the Workers Paid plan',
  },
  {
    name: 'a domain of another account',
    change: ({ zones }) => zones.splice(0, 1, 'cre.tattoo'),
    sentence: 'The account has no zone for staging.encre.tattoo',
  },
  {
    name: 'a token without a right',
    change: ({ refused }) => refused.push('/zones'),
    sentence: 'The token has no right Zone:Read',
  },
  {
    name: 'a DNS record in the way',
    change: ({ records }) => records.push('staging.encre.tattoo'),
    sentence: 'staging.encre.tattoo has a DNS record (CNAME)',
  },
  {
    name: 'the domain of another worker',
    change: ({ domains }) => domains.set('staging.encre.tattoo', 'blog'),
    sentence: 'staging.encre.tattoo belongs to the worker blog',
  },
])('finds $name before anything changes', async ({ change, sentence }) => {
  change(cloudflare)
  await expect(run()).rejects.toThrow(sentence)
  await expect(run(true)).rejects.toThrow(`A run without --plan would refuse:\n  ${sentence}`)
  expect(cloudflare.writes).toEqual([])
})

it('names the plans, whose ids no document lists', async () => {
  cloudflare.plans.splice(0, 1, 'wrk-2', 'images_paid')
  await run(true)
  expect(said).toEqual(expect.arrayContaining(['plan: wrk-2, images_paid', 'images: images_paid']))
})

it('names all weak secrets of all workers at once', async () => {
  const settings = { METRICS_TOKEN: 'short', PLATFORM_TOKEN: 'a'.repeat(40) }
  await expect(run(false, settings)).rejects.toThrow(
    /gallery: these secrets are weak.*: METRICS_TOKEN\n[\s\S]*shell: .* PLATFORM_TOKEN/,
  )
  expect(cloudflare.writes).toEqual([])
})

it('says in one sentence that Cloudflare refuses the token, or does not answer', async () => {
  cloudflare.refused.push('/d1/database')
  const refusal: unknown = await run().catch((error: unknown) => error)
  expect(explainAccountError(refusal)).toMatch(
    /^Cloudflare refused a request: 403 .*Authentication error.*\nCheck CLOUDFLARE_API_TOKEN/,
  )
  expect(explainAccountError(new APIConnectionError({ message: 'Connection error.' }))).toMatch(
    /^Cloudflare does not answer/,
  )
  const bug = new Error('x is undefined')
  expect(explainAccountError(bug)).toBe(bug)
})
