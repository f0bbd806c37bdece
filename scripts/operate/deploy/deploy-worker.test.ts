import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runWrangler } from '../../lib/processes.ts'
import {
  findContractBreaks,
  readContract,
  readReleasedContract,
} from '../../lib/released-contracts.ts'
import { readAccount } from '../cloudflare/account.ts'
import { type FakeCloudflare, startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { migrationsOf } from '../restore/testing/fill-site.ts'
import { deployWorkers, rollbackWorker } from './deploy-worker.ts'
import { requireGoodFigures } from './figures.ts'
import { findWorker, planDeployments } from './plan-deployment.ts'
import { type DeployTools, secretsOfThen, shiftVisitors } from './shift-visitors.ts'

vi.mock('../../lib/released-contracts.ts', { spy: true })
vi.mock('../../lib/processes.ts', { spy: true })
vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number) => void vi.setSystemTime(Date.now() + ms),
}))

let cloudflare: FakeCloudflare
let databaseId: string
const said: string[] = []
/** What each version answers when its health is asked. */
let healthOf: (version: string) => string
let contract: unknown
let answer: () => Response
/** The version that answers, if it is another than the one that was asked. */
let answeredBy: string
const refusal = { code: 'permission-denied', status: 401, title: 'Unauthorized', requestId: 'r' }

beforeEach(async () => {
  said.length = 0
  answeredBy = ''
  healthOf = () => 'ok gallery\nok gallery d1\n'
  contract = await readContract('gallery')
  answer = () => Response.json(refusal, { status: 401 })
  cloudflare = await startFakeCloudflare()
  for (const [name, value] of Object.entries(cloudflare.variables)) {
    vi.stubEnv(name, value)
  }
  databaseId = await createDatabase('encre-gallery')
  cloudflare.buckets.set('encre-images', { jurisdiction: 'eu', lifecycle: { rules: [] } })
  cloudflare.writes.length = 0
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

async function createDatabase(name: string): Promise<string> {
  const { client, id } = tools().account
  const { uuid = '' } = await client.d1.database.create({ account_id: id, name })
  return uuid
}

const fetchFake = fetch
vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
  if (!String(input).startsWith('https://encre.')) return fetchFake(input, init)
  const [, version = ''] =
    /^encre-gallery="(.+)"$/.exec(
      new Headers(init?.headers).get('cloudflare-workers-version-overrides') ?? '',
    ) ?? []
  if (String(input).endsWith('/contract')) return Response.json(contract)
  if (String(input).includes('/designs')) return answer()
  const health = healthOf(version)
  return new Response(health, {
    status: health.includes('fail') ? 503 : 200,
    headers: { 'worker-version': answeredBy || version },
  })
})

const tools = () => ({
  account: readAccount(process.env),
  say: (sentence: string) => said.push(sentence),
})

const given = {
  SITE_ORIGIN: 'https://encre.tattoo',
  AUTH0_DOMAIN: 'login.encre.tattoo',
  AUTH0_AUDIENCE: 'https://encre.tattoo/api',
  IMAGE_URL_ORIGINS: '',
  IMAGE_URL_SECRET: '0123456789abcdef0123456789abcdef',
  METRICS_TOKEN: 'fedcba9876543210fedcba9876543210',
}

const deploy = (options: Partial<DeployTools> = {}, settings: Record<string, string> = {}) => {
  const all = { ...given, DATABASE_ID: databaseId, ...settings }
  const deployments = planDeployments(['gallery'], 'production', all)
  return deployWorkers(deployments, { ...tools(), ...options })
}

const gallery = findWorker('gallery', 'production', { ENCRE_ORIGIN: 'https://encre.example' })
const rollBack = (...oldSecrets: string[]) =>
  rollbackWorker(gallery, false, { ...tools(), oldSecrets })
const unhealthy = 'fail gallery\nfail gallery d1\n'
const fallIll = (ill: string) => {
  healthOf = (version) => (version === ill ? unhealthy : 'ok gallery\n')
}
const shares = () =>
  cloudflare.scripts
    .get('encre-gallery')
    ?.deployments.map(({ versions }) => versions.map(({ percentage }) => percentage))
    .toReversed()
/** Who is live, with their shares, as in `v1 95, v2 5`. */
const live = () =>
  cloudflare.scripts
    .get('encre-gallery')
    ?.deployments[0]?.versions.map(({ version_id, percentage }) => `${version_id} ${percentage}`)
    .join(', ')

const seededSecrets = { IMAGE_URL_SECRET: 'a', METRICS_TOKEN: 'b', OPENAI_API_KEY: 'c' }

/** The worker with its secrets and migrations. Its versions went live one after the other. */
function seedVersions(...versions: string[]) {
  cloudflare.scripts.set('encre-gallery', {
    versions: versions.map((id) => ({ id, secrets: seededSecrets, message: '' })).toReversed(),
    deployments: versions
      .map((id) => ({ versions: [{ version_id: id, percentage: 100 }] }))
      .toReversed(),
  })
  cloudflare.databases.get(databaseId)?.database.exec(migrationsOf('gallery'))
}

function uploadVersion(id: string, message = '') {
  const script = cloudflare.scripts.get('encre-gallery')
  script?.versions.unshift({ id, message, secrets: { ...script.versions[0]?.secrets } })
  return script
}

/** The state after a deploy was killed while it shared the visitors. */
function cutDeploy(live: string, version: string) {
  const script = uploadVersion(version)
  for (const percentage of [0, 5, 25]) {
    script?.deployments.unshift({
      versions: [
        { version_id: version, percentage },
        { version_id: live, percentage: 100 - percentage },
      ],
    })
  }
}

/** In the place of wrangler: its next upload adds this version. Returns the given secrets. */
function takeUploads(id: string) {
  onTestFinished(() => void vi.mocked(runWrangler).mockReset())
  const given: { secrets: unknown } = { secrets: null }
  vi.mocked(runWrangler).mockImplementation(async (words, environment) => {
    if (words[0] !== 'versions') return ''
    const wordAfter = (option: string) => words[words.indexOf(option) + 1] ?? ''
    given.secrets = JSON.parse(readFileSync(wordAfter('--secrets-file'), 'utf8'))
    uploadVersion(id, words.includes('--message') ? wordAfter('--message') : '')
    const event = { type: 'version-upload', version_id: id }
    writeFileSync(environment?.WRANGLER_OUTPUT_FILE_PATH ?? '', JSON.stringify(event))
    return ''
  })
  return given
}

// The real wrangler does the same: `npm run rehearse`.
it('uploads a version, gives it to more and more visitors, then sets what belongs to the worker', async () => {
  seedVersions('v1')
  const uploaded = takeUploads('v2')
  await deploy()
  expect(shares()).toEqual([[100], [100, 0], [95, 5], [75, 25], [50, 50], [100]])
  expect(live()).toBe('v2 100')
  const { IMAGE_URL_SECRET, METRICS_TOKEN } = given
  expect(uploaded.secrets).toEqual({ IMAGE_URL_SECRET, METRICS_TOKEN })
  expect(vi.mocked(runWrangler).mock.lastCall?.[0].slice(0, 2)).toEqual(['triggers', 'deploy'])
})

it('sets what is logged and traced before anybody gets the version', async () => {
  seedVersions('v1')
  takeUploads('v2')
  fallIll('v2')
  const copies = { OTEL_DESTINATIONS: 'honeycomb' }
  await expect(deploy({}, copies)).rejects.toThrow('is not healthy')
  expect(cloudflare.scripts.get('encre-gallery')?.observability).toMatchObject({
    redact_query_string: true,
    logs: { enabled: true, invocation_logs: false, destinations: ['honeycomb'] },
  })
})

it('lets nobody wait for a share while the live version is unhealthy', async () => {
  seedVersions('v1')
  takeUploads('v2')
  fallIll('v1')
  await deploy()
  expect(shares()).toEqual([[100], [100, 0], [100]])
})

describe('a leaked secret', () => {
  const leaked = ['IMAGE_URL_SECRET']

  it('is replaced for everyone at once, and no rollback brings it back', async () => {
    seedVersions('v1')
    takeUploads('v2')
    await deploy({ leaked })
    expect([live(), shares()]).toEqual(['v2 100', [[100], [100, 0], [100]]])
    const agreed = ['IMAGE_URL_SECRET', 'METRICS_TOKEN']
    await expect(rollBack(...agreed)).rejects.toThrow(
      'gallery would get the leaked values of IMAGE_URL_SECRET. Nothing has changed.\nDeploy the code of v1',
    )
    takeUploads('v3')
    await deploy()
    await rollBack(...agreed)
    expect(live()).toBe('v2 100')
    await expect(rollBack(...agreed)).rejects.toThrow('leaked values')
    expect(live()).toBe('v2 100')
  })

  it('does not come back when the version that replaces it turns out unhealthy', async () => {
    seedVersions('v1')
    takeUploads('v2')
    healthOf = () => (live() === 'v2 100' ? unhealthy : 'ok gallery\n')
    await expect(deploy({ leaked })).rejects.toThrow(
      'gallery: nobody goes back from v2 to v1, which has the leaked value of IMAGE_URL_SECRET.',
    )
    expect(live()).toBe('v2 100')
  })

  it('does not come back when the answer that gave everyone the new one is lost', async () => {
    seedVersions('v1')
    takeUploads('v2')
    cloudflare.onDeployment = async () => {
      if (live() === 'v2 100') throw new Error('the answer is lost')
    }
    await expect(deploy({ leaked })).rejects.toThrow('nobody goes back from v2 to v1')
    expect(live()).toBe('v2 100')
  })

  it('hinders no rollback when the version that replaces it served nobody', async () => {
    seedVersions('v1', 'v2')
    takeUploads('v3')
    fallIll('v3')
    await expect(deploy({ leaked })).rejects.toThrow('v3 is not healthy')
    expect(live()).toBe('v2 100')
    await rollBack()
    expect(live()).toBe('v1 100')
  })

  it('must have a new value among the settings', async () => {
    seedVersions('v1')
    await expect(deploy({ leaked }, { IMAGE_URL_SECRET: '' })).rejects.toThrow(
      'Nothing has changed:\n  gallery: ENCRE_SETTINGS needs the new value of: IMAGE_URL_SECRET',
    )
    expect(cloudflare.writes).toEqual([])
  })
})

it('rolls back to the version that was last live and healthy', async () => {
  seedVersions('v1', 'v2', 'v3')
  // Case A: a deploy was cut. Case B: more than the last ten deployments are of deploys that failed.
  for (const version of ['cut-1', 'cut-2', 'cut-3', 'cut-4', 'cut-5']) {
    cutDeploy('v3', version)
  }
  await rollbackWorker(gallery, true, tools())
  expect(said).toEqual(['gallery would go back from cut-5 to v3'])
  await rollBack()
  expect(live()).toBe('v3 100')
  // Case C: twice in a row.
  await rollBack()
  expect(live()).toBe('v2 100')
  await rollBack()
  expect(live()).toBe('v1 100')
  await expect(rollBack()).rejects.toThrow(
    'gallery has no version to go back to. Nothing has changed. Choose one of wrangler versions list',
  )
})

/** As `wrangler secret put`: a version for everyone at once. */
function putSecret(name: string, text: string) {
  const { client, id } = tools().account
  return client.workers.scripts.secrets.update('encre-gallery', {
    account_id: id,
    name,
    text,
    type: 'secret_text',
  })
}

describe('a rollback over a changed secret', () => {
  it('changes nothing before each old value that would return is named', async () => {
    seedVersions('v1', 'v2')
    await putSecret('IMAGE_URL_SECRET', 'new')
    const before = shares()
    await expect(rollBack()).rejects.toThrow(
      'gallery would get the old values of IMAGE_URL_SECRET. Nothing has changed.',
    )
    await expect(rollBack('METRICS_TOKEN')).rejects.toThrow('IMAGE_URL_SECRET')
    expect(shares()).toEqual(before)
    await rollBack('IMAGE_URL_SECRET')
    expect([live(), said]).toEqual([
      'v2 100',
      expect.arrayContaining(['gallery: the old values of IMAGE_URL_SECRET are back']),
    ])
  })

  it('never takes a version that a rollback has left for the one before', async () => {
    seedVersions('v1', 'v2')
    await putSecret('METRICS_TOKEN', 'new')
    const script = cloudflare.scripts.get('encre-gallery')
    const secretVersion = script?.versions[0]?.id ?? ''
    uploadVersion('v4')
    script?.deployments.unshift({ versions: [{ version_id: 'v4', percentage: 100 }] })
    await rollBack()
    expect(live()).toBe(`${secretVersion} 100`)
    // Cloudflare no longer lists when that version first went live.
    script?.deployments.splice(3)
    await expect(rollBack('METRICS_TOKEN')).rejects.toThrow('has no version to go back to')
  })
})

it('gives no visitor a version that is unhealthy, does not answer itself or lacks what pages need, and says how to go back', async () => {
  seedVersions('v1', 'v2')
  fallIll('v1')
  await expect(rollBack()).rejects.toThrow('gallery v1 is not healthy: 503')
  healthOf = () => 'ok gallery\n'
  answeredBy = 'v2'
  await expect(rollBack()).rejects.toThrow('version v2 has answered')
  answeredBy = ''
  expect(readReleasedContract('gallery')).not.toBeNull()
  contract = { schemas: {}, paths: {} }
  await expect(rollBack()).rejects.toThrow('released pages of its remote need more than it offers')
  expect(shares()).toEqual([[100], [100], [100, 0], [100], [100, 0], [100], [100, 0], [100]])
  expect(live()).toBe('v2 100')
  // Cloudflare refuses to give them the old version back.
  healthOf = () => {
    cloudflare.changesLeft = 0
    return unhealthy
  }
  await expect(rollBack()).rejects.toThrow(
    /may still have visitors with v1\. Give everyone v2: wrangler versions deploy v2@100% --name encre-gallery\ngallery v1 is not healthy: 503/,
  )
})

const figuresOf = (answers: number, failures = 0, time = 5000) => ({
  answers,
  failures,
  cpuTimeP50: time,
  wallTimeP50: time,
})

it.each<{ name: string; figures: ReturnType<typeof figuresOf>; sentence: string | null }>([
  { name: 'is as good', figures: figuresOf(50, 1, 19_000), sentence: null },
  { name: 'got too few requests', figures: figuresOf(49, 49), sentence: null },
  {
    name: 'is slower',
    figures: figuresOf(50, 0, 21_000),
    sentence: 'has a cpuTimeP50 of 21000 µs, the limit is 20000 and has a wallTimeP50',
  },
])('judges a version that $name', ({ figures, sentence }) => {
  const both = new Map([
    ['v1', figuresOf(500, 5)],
    ['v2', figures],
  ])
  const judge = () => requireGoodFigures(gallery, 'v1', 'v2', both, tools().say)
  if (sentence) expect(judge).toThrow(sentence)
  else judge()
})

function countAnswers(version: string, status: string, answers: number) {
  const point = { dataset: 'encre_answers', worker: 'gallery', version, status, answers }
  cloudflare.answers.push(point)
}

it.each<{ name: string; change: () => void; sentence: string }>([
  {
    // Cloudflare counts none of these as errors.
    name: 'fails more often',
    change: () => {
      countAnswers('v1', '2xx', 500)
      countAnswers('v2', '2xx', 48)
      countAnswers('v2', '4xx', 10)
      countAnswers('v2', '5xx', 2)
    },
    sentence: 'gallery v2 fails in 3.3 % of its answers, the live version in 0.0 %',
  },
  {
    name: 'is unhealthy',
    change: () => (healthOf = () => unhealthy),
    sentence: 'gallery v2 is not healthy: 503',
  },
  {
    name: 'answers another shape',
    change: () => (answer = () => Response.json({ designs: 1 })),
    sentence: 'answers GET /api/gallery/designs with 200 and a body that does not fit DesignPage',
  },
])('takes a version back that $name for its first visitors', async ({ change, sentence }) => {
  seedVersions('v1')
  uploadVersion('v2')
  const say = (line: string) => {
    said.push(line)
    if (line.includes(' 5 % have')) change()
  }
  await expect(shiftVisitors(gallery, 'v1', 'v2', { ...tools(), say })).rejects.toThrow(sentence)
  expect(said.at(-1)).toBe(`gallery: everyone has v1 again, ${secretsOfThen}`)
  expect(shares()).toEqual([[100], [100, 0], [95, 5], [100]])
})

it('says how to go on when a migration fails, and changes nothing while the token cannot read the figures', async () => {
  vi.mocked(runWrangler).mockRejectedValueOnce(new Error('wrangler d1 migrations failed'))
  const undo = 'wrangler d1 time-travel restore encre-gallery --bookmark=00000001-'
  await expect(deploy()).rejects.toThrow(
    `gallery was not migrated. The live version still works. Mend the migration and run the command again, or go back: ${undo}`,
  )
  seedVersions('v1')
  cloudflare.figures.push({ sum: null })
  await expect(deploy()).rejects.toThrow('The token needs Account Analytics:Read')
  expect(cloudflare.writes).toEqual([])
})

it('gives everyone a version that changes the class of a Durable Object at once, and says so', async () => {
  seedVersions('v1')
  vi.mocked(runWrangler)
    .mockClear()
    .mockRejectedValueOnce(new Error('The version changes a class. [code: 10211]'))
    .mockResolvedValueOnce('')
  await deploy()
  expect(said).toContain("gallery: goes out to everyone at once: a Durable Object's class changes")
  expect(vi.mocked(runWrangler).mock.calls.map(([words]) => words[0])).toEqual([
    'versions',
    'deploy',
  ])
})

it('checks all workers before the first one changes, and names all that is missing', async () => {
  vi.mocked(findContractBreaks).mockResolvedValueOnce(['Design.style is gone'])
  await expect(deploy()).rejects.toThrow(
    /gallery is refused: released pages[\s\S]*Design\.style is gone/,
  )
  const staging = await createDatabase('encre-gallery-staging')
  cloudflare.buckets.clear()
  cloudflare.writes.length = 0
  const both = planDeployments(['gallery', 'generator'], 'production', {
    ...given,
    DATABASE_ID: staging,
    IMAGE_URL_SECRET: '',
  })
  await expect(deployWorkers(both, tools())).rejects.toThrow(
    `Nothing has changed:
  gallery: these secrets are missing: IMAGE_URL_SECRET
  gallery: DATABASE_ID is the id of encre-gallery-staging, and encre-gallery is needed
  gallery: the bucket encre-images is missing. Create it: npm run provision -- --env production
  generator: these secrets are missing: OPENAI_API_KEY`,
  )
  seedVersions('v1')
  await expect(
    deployWorkers([{ ...both[0], origin: '' } as (typeof both)[0]], tools()),
  ).rejects.toThrow('set SITE_ORIGIN or ENCRE_ORIGIN')
  expect(cloudflare.writes).toEqual([])
})

it("deploys with a team's token once the platform has migrated, and asks for the platform before", async () => {
  seedVersions('v1')
  cloudflare.teamTokens.set('gallery-token', 'encre-gallery')
  vi.stubEnv('CLOUDFLARE_API_TOKEN', 'gallery-token')
  await expect(deploy()).rejects.toThrow('Authentication error')
  takeUploads('v2')
  await deploy({ hasMigrated: true })
  expect(live()).toBe('v2 100')
})
