import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readAccount } from '../cloudflare/account.ts'
import { type FakeCloudflare, fakeAccountId, startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { readContract, readReleasedContract } from '../lib/released-contracts.ts'
import { deployWorker, planWorker, rollbackWorker } from './deploy-worker.ts'
import { planDeployment } from './plan-deployment.ts'

const timeout = 120_000

let cloudflare: FakeCloudflare
let databaseId: string
const said: string[] = []
/** The versions whose health was asked, and what each answers. */
let isHealthy: (version: string) => boolean
let contract: unknown

beforeEach(async () => {
  said.length = 0
  isHealthy = () => true
  contract = await readContract('gallery')
  cloudflare = await startFakeCloudflare()
  vi.stubEnv('CLOUDFLARE_API_BASE_URL', cloudflare.baseUrl)
  vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', fakeAccountId)
  vi.stubEnv('CLOUDFLARE_API_TOKEN', 'fake-token')
  const { uuid } = await tools().account.client.d1.database.create({ account_id: fakeAccountId, name: 'encre-gallery' })
  databaseId = uuid ?? ''
  cloudflare.buckets.set('encre-images', { jurisdiction: 'eu', lifecycle: { rules: [] } })
  cloudflare.writes.length = 0
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await cloudflare.close()
})

const fetchSite: typeof fetch = async (input, init) => {
  const [, version = ''] = /^encre-gallery="(.+)"$/.exec(new Headers(init?.headers).get('cloudflare-workers-version-overrides') ?? '') ?? []
  if (String(input).endsWith('/contract')) return Response.json(contract)
  return new Response('health', { status: isHealthy(version) ? 200 : 503, headers: { 'worker-version': version } })
}

const tools = () => ({
  account: readAccount(process.env),
  say: (sentence: string) => said.push(sentence),
  fetchSite,
  stepMs: 0,
  timeoutMs: 20,
})

function plan(settings: Record<string, string> = {}) {
  return planDeployment('gallery', 'production', {
    SITE_ORIGIN: 'https://encre.tattoo',
    AUTH0_DOMAIN: 'login.encre.tattoo',
    AUTH0_AUDIENCE: 'https://encre.tattoo/api',
    DATABASE_ID: databaseId,
    IMAGE_URL_SECRET: 'secret',
    METRICS_TOKEN: 'token',
    ...settings,
  })
}

const shares = () =>
  cloudflare.scripts
    .get('encre-gallery')
    ?.deployments.map(({ versions }) => versions.map(({ percentage }) => percentage))
    .toReversed()

it('goes out at once the first time, then gradually, with a bookmark before a migration; --plan and --rollback', { timeout }, async () => {
  await planWorker(plan(), tools())
  expect(said.join('\n')).toMatch(
    /first deployment[\s\S]*0001_[\s\S]*bundle: \d+ of 500 KiB after gzip; start-up: \d+ of 400 ms[\s\S]*first deployment/,
  )
  expect(cloudflare.writes).toEqual([])

  await deployWorker(plan(), tools())
  expect(cloudflare.unknown).toEqual([])
  expect(said.join('\n')).toMatch(
    /encre-gallery before its migrations: 00000001-[\s\S]*wrangler d1 time-travel restore encre-gallery --bookmark=/,
  )
  expect(cloudflare.databases.get(databaseId)?.database.prepare('select count(*) as n from designs').get()).toEqual({ n: 0 })
  expect(shares()).toEqual([[100]])

  const script = cloudflare.scripts.get('encre-gallery')
  script?.secrets.push('IMAGE_URL_SECRET', 'METRICS_TOKEN')
  said.length = 0
  await deployWorker(plan({ IMAGE_URL_SECRET: '' }), tools())
  expect(cloudflare.unknown).toEqual([])
  expect(said.join('\n')).not.toContain('before its migrations')
  expect(shares()).toEqual([[100], [100, 0], [90, 10], [50, 50], [100]])

  said.length = 0
  await planWorker(plan(), tools())
  expect(said.join('\n')).toContain('SITE_ORIGIN: "https://before.encre.tattoo" -> "https://encre.tattoo"')
  expect(said.join('\n')).toContain('goes out gradually: its health at 0 %, then 10 %, 50 %, 100 % of the visitors')

  // A third version that fails with its first visitors: everyone has the second one again.
  const live = script?.deployments[0]?.versions[0]?.version_id
  isHealthy = (version) => version === live || shares()?.at(-1)?.includes(0) === true
  await expect(deployWorker(plan({ IMAGE_URL_SECRET: '' }), tools())).rejects.toThrow('is not healthy: 503')
  expect(script?.deployments[0]?.versions).toEqual([expect.objectContaining({ version_id: live, percentage: 100 })])

  isHealthy = () => true
  contract = { schemas: {}, paths: {} }
  await expect(rollbackWorker(plan(), tools())).rejects.toThrow('released pages of its remote need more than it offers')
  expect(script?.deployments[0]?.versions[0]?.version_id).toBe(live)
  contract = readReleasedContract('gallery')
  await rollbackWorker(plan(), tools())
  expect(script?.deployments[0]?.versions[0]?.version_id).not.toBe(live)
})

it('fails a plan whose bundle or start-up is over its budget', { timeout }, async () => {
  await expect(planWorker(plan(), { ...tools(), budget: { gzipKib: 10, startUpMs: 10_000 } })).rejects.toThrow(/bundle: \d+ of 10 KiB/)
  await expect(planWorker(plan(), { ...tools(), budget: { gzipKib: 500, startUpMs: 0 } })).rejects.toThrow('of 0 ms')
})

it('changes nothing without a secret, or with the id of another database', async () => {
  await expect(deployWorker(plan({ IMAGE_URL_SECRET: '' }), tools())).rejects.toThrow(
    'nothing has changed: these secrets are missing: IMAGE_URL_SECRET',
  )
  const { uuid = '' } = await tools().account.client.d1.database.create({ account_id: fakeAccountId, name: 'encre-gallery-staging' })
  cloudflare.writes.length = 0
  await expect(deployWorker(plan({ DATABASE_ID: uuid }), tools())).rejects.toThrow(
    'DATABASE_ID is the id of encre-gallery-staging, and encre-gallery is needed',
  )
  await expect(deployWorker(plan({ DATABASE_ID: '7c2f7b0e-3f0c-4a55-9d0b-0d6a6b6f0a11' }), tools())).rejects.toThrow(
    'no database of the account',
  )
  cloudflare.buckets.clear()
  await expect(deployWorker(plan(), tools())).rejects.toThrow(
    'the bucket encre-images is missing. Create it: npm run provision -- --env production',
  )
  expect(cloudflare.writes).toEqual([])
})
