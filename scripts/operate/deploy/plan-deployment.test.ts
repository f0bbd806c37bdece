import { spawnSync } from 'node:child_process'
import { root } from '@encre/build/workspace'
import { expect, it, onTestFinished, vi } from 'vitest'
import { listDeployedWorkers } from './environments.ts'
import { planDeployment, planDeployments, readSettings, readWords } from './plan-deployment.ts'
import { sharesOf } from './shift-visitors.ts'

const gallery = {
  SITE_ORIGIN: 'https://encre.tattoo',
  AUTH0_DOMAIN: 'login.encre.tattoo',
  AUTH0_AUDIENCE: 'https://encre.tattoo/api',
  DATABASE_ID: '7c2f7b0e-3f0c-4a55-9d0b-0d6a6b6f0a11',
}
const plan = (worker: string, settings: Record<string, string>) =>
  planDeployments([worker], 'production', settings)[0]

it('names all settings that are missing, for all workers at once', () => {
  expect(() => planDeployments(['shell', 'gallery', 'account'], 'production', {})).toThrow(
    /^Nothing has changed:\n {2}shell: these settings are missing: SITE_ORIGIN, AUTH0_DOMAIN, AUTH0_CLIENT_ID, AUTH0_AUDIENCE, ANALYTICS_ACCOUNT, DATABASE_ID \(npm run provision -- --env production writes it\)\n {2}gallery: .* SITE_ORIGIN, AUTH0_DOMAIN, AUTH0_AUDIENCE, DATABASE_ID .*\n {2}account: .* AUTH0_M2M_CLIENT_ID, DATABASE_ID .*$/,
  )
})

const local = 'these settings are those of a local site'
const weak = 'these secrets are weak, take 32 random bytes each (openssl rand -hex 32)'

it.each([
  [local, 'SITE_ORIGIN', 'http://localhost:8787'],
  [local, 'SITE_ORIGIN', 'https://encre.tattoo,http://[::1]:8788'],
  [local, 'METRICS_TOKEN', 'http://127.0.0.1:8788'],
  [weak, 'METRICS_TOKEN', 'short'],
  [weak, 'IMAGE_URL_SECRET', 'ab'.repeat(32)],
  ['these settings are missing', 'AUTH0_DOMAIN', ''],
])('%s: %s "%s"', (reason, name, value) => {
  expect(() => plan('gallery', { ...gallery, [name]: value })).toThrow(`${reason}: ${name}`)
})

it('refuses a limit that is no number, and takes an empty value for a setting that may be empty', () => {
  const limits = {
    GENERATIONS_PER_DAY: '2 000',
    GENERATIONS_PER_MEMBER_PER_DAY: '',
    LOGGED_REQUESTS: '0.05',
  }
  expect(() => plan('generator', { ...gallery, ...limits })).toThrow(
    'these settings must be numbers: GENERATIONS_PER_MEMBER_PER_DAY, GENERATIONS_PER_DAY',
  )
  expect(plan('generator', { ...gallery, IMAGE_URL_ORIGINS: '' })?.config.vars).toMatchObject({
    IMAGE_URL_ORIGINS: '',
    IMAGE_ORIGIN: 'ai',
  })
})

it('never deploys the embedded defaults, and deploys a worker after those that it binds to', () => {
  expect(() => plan('local', gallery)).toThrow(
    '"local" is not deployed: it must be one of account, gallery, generator, shell',
  )
  expect(listDeployedWorkers()).toEqual(['gallery', 'generator', 'account', 'shell'])
})

it('gives each environment its own worker, database and bucket, and the site the domain of its origin', () => {
  const secret = '0123456789abcdef'.repeat(2)
  const [staging] = planDeployments(['gallery'], 'staging', {
    ...gallery,
    IMAGE_URL_SECRET: secret,
    OPENAI_API_KEY: 'not its own',
  })
  expect(staging).toMatchObject({
    name: 'encre-gallery-staging',
    database: { name: 'encre-gallery-staging' },
    config: {
      d1_databases: [{ database_id: gallery.DATABASE_ID }],
      r2_buckets: [{ bucket_name: 'encre-images-staging' }],
    },
    secrets: { IMAGE_URL_SECRET: secret },
  })
  expect(staging?.secrets).not.toHaveProperty('OPENAI_API_KEY')
  expect(
    plan('shell', { ...gallery, AUTH0_CLIENT_ID: 'site', ANALYTICS_ACCOUNT: 'account' })?.config
      .routes,
  ).toEqual([{ pattern: 'encre.tattoo', custom_domain: true }])
})

it('reads settings that are JSON, and no others', () => {
  expect(readSettings({ ENCRE_SETTINGS: JSON.stringify(gallery) })).toEqual(gallery)
  for (const ENCRE_SETTINGS of ['SITE_ORIGIN=https://encre.tattoo', '[]', '{"QUOTA":20}']) {
    expect(() => readSettings({ ENCRE_SETTINGS })).toThrow('ENCRE_SETTINGS must be JSON')
  }
})

it("gives a pull request staging's settings, a site of its own, and every visitor at once", () => {
  const ENCRE_SETTINGS = JSON.stringify({ ...gallery, AUTH0_CLIENT_ID: 'site' })
  const ENCRE_ORIGIN = 'https://pr-12.staging.encre.tattoo'
  const settings = readSettings({ ENCRE_SETTINGS, ENCRE_ORIGIN }, 'pr-12')
  const [shell] = planDeployments(['shell'], 'pr-12', { ...settings, ANALYTICS_ACCOUNT: 'one' })
  expect(shell).toMatchObject({
    name: 'encre-shell-pr-12',
    origin: ENCRE_ORIGIN,
    config: {
      routes: [{ pattern: 'pr-12.staging.encre.tattoo' }],
      vars: { SITE_ORIGIN: ENCRE_ORIGIN, ANALYTICS_DATASET: 'encre_answers_pr_12' },
    },
  })
  expect(readSettings({ ENCRE_SETTINGS, ENCRE_ORIGIN }, 'staging').SITE_ORIGIN).toBe(
    gallery.SITE_ORIGIN,
  )
  expect(sharesOf('pr-12', {})).toEqual([100])
  expect(sharesOf('staging', {})).toEqual([5, 25, 50, 100])
})

it('rolls back without the settings of a deployment', () => {
  const words = ['scripts/operate/deploy/main.ts', '--rollback', 'gallery']
  const { stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8', env: {} })
  // The next thing that it needs.
  expect(stderr).toMatch(/^Set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID/)
}, 30_000)

const usual = {
  workers: ['gallery'],
  environment: 'production',
  isPlan: false,
  isRollback: false,
  isMigration: false,
  hasMigrated: false,
  oldSecrets: [],
  leaked: [],
}
const workers = listDeployedWorkers()
const oldSecrets = ['METRICS_TOKEN', 'OPENAI_API_KEY']

it.each([
  ['gallery', {}],
  ['--all --env staging', { workers, environment: 'staging' }],
  [`--rollback gallery --old-secrets ${oldSecrets}`, { isRollback: true, oldSecrets }],
  ['gallery --leaked METRICS_TOKEN', { leaked: ['METRICS_TOKEN'] }],
  ['--plan', { workers, isPlan: true }],
])('deploys to production unless told otherwise: %s', (words, read) => {
  expect(readWords(words.split(' '))).toEqual({ ...usual, ...read })
})

const usage = 'npm run deploy <worker>'

it.each([
  { words: '', sentence: usage },
  { words: 'gallery --all', sentence: usage },
  { words: '--all --leaked METRICS_TOKEN', sentence: usage },
  { words: '--rollback', sentence: usage },
  { words: 'gallery --dry_run', sentence: "Unknown option '--dry_run'" },
  {
    words: 'gallery --env test',
    sentence: '--env is "test": it must be one of staging, production',
  },
  {
    words: 'gallery --env drill',
    sentence: '--env is "drill": it must be one of staging, production',
  },
  { words: 'gallery staging', consumed: 'env', sentence: 'npm consumed --env' },
  { words: 'gallery', consumed: 'plan', sentence: 'npm consumed --plan' },
  { words: 'gallery', consumed: 'dry_run', sentence: 'npm consumed --dry-run' },
])('refuses "$words" when npm has consumed $consumed', ({ words, consumed, sentence }) => {
  if (consumed) vi.stubEnv(`npm_config_${consumed}`, 'true')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(() => readWords(words.split(' ').filter(Boolean))).toThrow(sentence)
})

it('exports log and traces where the setting says, and traces no signed address of a provider', () => {
  const observe = (settings: Record<string, string>) =>
    planDeployment('generator', 'production', settings).deployment.config.observability
  expect(observe({})).toMatchObject({ traces: { enabled: true } })
  expect(observe({ OTEL_DESTINATIONS: 'one,two' })).toMatchObject({
    logs: { destinations: ['one', 'two'], invocation_logs: false },
    traces: { destinations: ['one', 'two'], enabled: true },
  })
  expect(observe({ IMAGE_URL_ORIGINS: 'https://images.example' })).toMatchObject({
    traces: { enabled: false },
  })
})
