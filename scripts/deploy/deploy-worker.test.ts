import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { root } from '@encre/build/workspace'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readAccount } from '../cloudflare/account.ts'
import { type FakeCloudflare, fakeAccountId, startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { findContractBreaks, readContract, readReleasedContract } from '../lib/released-contracts.ts'
import { migrationsOf } from '../restore/testing/fill-site.ts'
import { isOverBudget } from './bundle-budget.ts'
import { deployWorker, planWorker, rollbackWorker } from './deploy-worker.ts'
import { findWorker, planDeployment } from './plan-deployment.ts'

vi.mock('../lib/released-contracts.ts', { spy: true })

const timeout = 120_000

/** This machine may be busy: the time of a start-up is not what these tests measure. */
const budget = { gzipKib: 500, startUpMs: 60_000 }

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
  budget,
})

const given = {
  SITE_ORIGIN: 'https://encre.tattoo',
  AUTH0_DOMAIN: 'login.encre.tattoo',
  AUTH0_AUDIENCE: 'https://encre.tattoo/api',
  IMAGE_URL_ORIGINS: '',
  IMAGE_URL_SECRET: 'secret',
  METRICS_TOKEN: 'token',
}

function plan(settings: Record<string, string> = {}) {
  return planDeployment('gallery', 'production', { ...given, DATABASE_ID: databaseId, ...settings })
}

const shares = () =>
  cloudflare.scripts
    .get('encre-gallery')
    ?.deployments.map(({ versions }) => versions.map(({ percentage }) => percentage))
    .toReversed()

it('goes out at once the first time, then gradually, with a bookmark before a migration; --plan and --rollback', { timeout }, async () => {
  await planWorker(plan(), tools())
  expect(said.join('\n')).toMatch(
    /first deployment[\s\S]*0001_[\s\S]*bundle: \d+ of 500 KiB after gzip; start-up: \d+ of 60000 ms[\s\S]*first deployment/,
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
  expect(script?.secrets).toEqual(['IMAGE_URL_SECRET', 'METRICS_TOKEN'])
  cloudflare.writes.length = 0
  said.length = 0
  await deployWorker(plan({ IMAGE_URL_SECRET: '' }), tools())
  expect(cloudflare.unknown).toEqual([])
  expect(said.join('\n')).not.toContain('before its migrations')
  expect(shares()).toEqual([[100], [100, 0], [90, 10], [50, 50], [100]])
  // What belongs to the worker, not to a version, follows at the end.
  expect(cloudflare.writes.at(-1)).toBe('POST /workers/scripts/encre-gallery/subdomain')

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
  // The site's address is enough.
  await rollbackWorker(findWorker('gallery', 'production', { ENCRE_ORIGIN: 'https://encre.example' }), tools())
  expect(script?.deployments[0]?.versions[0]?.version_id).not.toBe(live)
})

/** A worker that was deployed before, with all its secrets and migrations. `versions`: the live one, then those before it. */
async function seedWorker(worker: string, versions: string[], database = databaseId) {
  const name = `encre-${worker}`
  cloudflare.scripts.set(name, {
    versions: versions.map((id, index) => ({ id, number: versions.length - index })),
    deployments: versions.map((id) => ({ id: `of-${id}`, versions: [{ version_id: id, percentage: 100 }] })),
    secrets: ['IMAGE_URL_SECRET', 'METRICS_TOKEN', 'OPENAI_API_KEY'],
  })
  cloudflare.databases.get(database)?.database.exec(migrationsOf(worker))
}

const liveVersions = () => cloudflare.scripts.get('encre-gallery')?.deployments[0]?.versions

it('refuses to remove what released pages need, before anything changes', async () => {
  vi.mocked(findContractBreaks).mockResolvedValueOnce(['Design.style is gone'])
  await expect(deployWorker(plan(), tools())).rejects.toThrow(/gallery is refused: released pages[\s\S]*Design\.style is gone/)
  expect(cloudflare.writes).toEqual([])
})

it('changes nothing without a place to ask the health, or a version to go back to', async () => {
  await seedWorker('gallery', ['v1'])
  const unknown = { ...plan(), origin: '' }
  await expect(deployWorker(unknown, tools())).rejects.toThrow(
    'nothing has changed: SITE_ORIGIN or ENCRE_ORIGIN must say where its health is asked',
  )
  await expect(rollbackWorker(findWorker('gallery', 'production', {}), tools())).rejects.toThrow('nothing has changed: SITE_ORIGIN')
  await expect(rollbackWorker(plan(), tools())).rejects.toThrow('gallery has no version to go back to. Nothing has changed.')
  await expect(planWorker(plan({ DATABASE_ID: '7c2f7b0e-3f0c-4a55-9d0b-0d6a6b6f0a11' }), tools())).rejects.toThrow(
    'no database of the account',
  )
  expect(cloudflare.writes).toEqual([])
})

it('gives no visitor a version that is unhealthy, or that another version answers for', async () => {
  await seedWorker('gallery', ['v2', 'v1'])
  isHealthy = (version) => version !== 'v1'
  await expect(rollbackWorker(plan(), tools())).rejects.toThrow('gallery v1 is not healthy: 503')
  const answeredByLive: typeof fetch = async () => new Response('health', { headers: { 'worker-version': 'v2' } })
  await expect(rollbackWorker(plan(), { ...tools(), fetchSite: answeredByLive })).rejects.toThrow('version v2 has answered')
  expect(shares()).toEqual([[100], [100], [100, 0], [100], [100, 0], [100]])
  expect(liveVersions()).toEqual([{ version_id: 'v2', percentage: 100 }])
})

it('says how to give visitors the old version back when Cloudflare refuses it', async () => {
  await seedWorker('gallery', ['v2', 'v1'])
  isHealthy = () => {
    cloudflare.failAfter(0)
    return false
  }
  await expect(rollbackWorker(plan(), tools())).rejects.toThrow(
    /may still have visitors with v1\. Give everyone v2: wrangler versions deploy v2@100% --name encre-gallery\ngallery v1 is not healthy: 503/,
  )
  expect(said).not.toContain('gallery: everyone has v2 again')
})

it('notes the bookmark before a migration, and says how to go on when the migration fails', { timeout }, async () => {
  cloudflare.failAfter(0)
  const undo = 'wrangler d1 time-travel restore encre-gallery --bookmark=00000001-'
  await expect(deployWorker(plan(), tools())).rejects.toThrow(
    `gallery was not migrated. The live version still works. Mend the migration and run the command again, or go back: ${undo}`,
  )
  expect(said.join('\n')).toContain(`To go back, and lose what was written since: ${undo}`)
  expect(cloudflare.writes).toEqual([])
})

it('gives everyone a pending Durable Object migration at once, and says so', { timeout }, async () => {
  const { uuid = '' } = await tools().account.client.d1.database.create({ account_id: fakeAccountId, name: 'encre-generator' })
  cloudflare.buckets.set('encre-references', { jurisdiction: 'eu', lifecycle: { rules: [] } })
  await seedWorker('generator', ['v1'], uuid)
  await deployWorker(planDeployment('generator', 'production', { ...given, DATABASE_ID: uuid }), tools())
  expect(said).toContain('generator: goes out to everyone at once: a Durable Object migration is pending')
  expect(cloudflare.writes).toContain('PUT /workers/scripts/encre-generator')
})

it('only plans when a person asks for it, and plans every worker before the first one changes', { timeout }, async () => {
  const run = async (...words: string[]) => {
    const command = spawn(process.execPath, ['scripts/deploy/main.ts', ...words], {
      cwd: root,
      env: { ...process.env, ENCRE_SETTINGS: JSON.stringify({ ...given, DATABASE_ID: databaseId }) },
    })
    const [output, errors] = await Promise.all([text(command.stdout), text(command.stderr), once(command, 'close')])
    return { output, errors }
  }
  expect((await run('gallery', '--dry-run')).output).toContain('gallery (encre-gallery, production):\n  first deployment\n')
  expect((await run('--all')).errors).toContain('account is not deployed, nothing has changed: these settings are missing: AUTH0_CLIENT_ID')
  expect(cloudflare.writes).toEqual([])
})

it('fails a plan whose bundle is over its budget', { timeout }, async () => {
  await expect(planWorker(plan(), { ...tools(), budget: { gzipKib: 10, startUpMs: 60_000 } })).rejects.toThrow(
    /over its budget: bundle: \d+ of 10 KiB after gzip; start-up: \d+ of 60000 ms/,
  )
})

it('a bundle or a start-up alone may be over its budget', () => {
  const budget = { gzipKib: 500, startUpMs: 400 }
  expect(isOverBudget({ gzipKib: 500, startUpMs: 400 }, budget)).toBe(false)
  expect(isOverBudget({ gzipKib: 501, startUpMs: 0 }, budget)).toBe(true)
  expect(isOverBudget({ gzipKib: 0, startUpMs: 401 }, budget)).toBe(true)
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
