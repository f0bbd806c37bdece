import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { expect, it } from 'vitest'
import { wranglerEnvironment } from '../lib/processes.ts'
import { listDeployedWorkers } from './environments.ts'
import { planDeployment, readSettings } from './plan-deployment.ts'

const gallery = {
  SITE_ORIGIN: 'https://encre.tattoo',
  AUTH0_DOMAIN: 'login.encre.tattoo',
  AUTH0_AUDIENCE: 'https://encre.tattoo/api',
  DATABASE_ID: '7c2f7b0e-3f0c-4a55-9d0b-0d6a6b6f0a11',
}

it.each([
  ['shell', 'SITE_ORIGIN, AUTH0_DOMAIN, AUTH0_CLIENT_ID, AUTH0_AUDIENCE, DATABASE_ID'],
  ['gallery', 'SITE_ORIGIN, AUTH0_DOMAIN, AUTH0_AUDIENCE, DATABASE_ID'],
  ['account', 'AUTH0_DOMAIN, AUTH0_AUDIENCE, AUTH0_CLIENT_ID, AUTH0_MGMT_AUDIENCE, AUTH0_M2M_CLIENT_ID, DATABASE_ID'],
])('deploys no %s without its settings, and names each', (worker, names) => {
  expect(() => planDeployment(worker, 'production', {})).toThrow(
    `${worker} is not deployed, nothing has changed: these settings are missing: ${names}`,
  )
})

it.each(['http://localhost:8787', 'https://127.0.0.1', 'https://encre.tattoo,http://[::1]:8788'])('refuses %s', (SITE_ORIGIN) => {
  expect(() => planDeployment('gallery', 'production', { ...gallery, SITE_ORIGIN })).toThrow(
    'these settings are those of a local site: SITE_ORIGIN',
  )
})

it('refuses a limit that is no number', () => {
  const limits = { GENERATIONS_PER_DAY: '2 000', GENERATIONS_PER_MEMBER_PER_DAY: '', LOGGED_REQUESTS: '0.05' }
  expect(() => planDeployment('generator', 'staging', { ...gallery, ...limits })).toThrow(
    'these settings must be numbers: GENERATIONS_PER_MEMBER_PER_DAY, GENERATIONS_PER_DAY',
  )
})

it('refuses a secret of a local site', () => {
  expect(() => planDeployment('gallery', 'production', { ...gallery, METRICS_TOKEN: 'http://localhost:8788' })).toThrow(
    'these settings are those of a local site: METRICS_TOKEN',
  )
})

it('never deploys the embedded defaults', () => {
  expect(() => planDeployment('local', 'production', gallery)).toThrow(
    '"local" is not deployed: it must be one of account, gallery, generator, shell',
  )
})

it('reads settings that are JSON, and no others', () => {
  expect(readSettings({ ENCRE_SETTINGS: JSON.stringify(gallery) })).toEqual(gallery)
  expect(readSettings({})).toEqual({})
  for (const ENCRE_SETTINGS of ['SITE_ORIGIN=https://encre.tattoo', '[]', '{"QUOTA":20}']) {
    expect(() => readSettings({ ENCRE_SETTINGS })).toThrow('ENCRE_SETTINGS must be JSON')
  }
})

it('says in one line what is missing, before anything is asked of Cloudflare', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/deploy/main.ts', 'gallery'], {
    cwd: root,
    encoding: 'utf8',
    env: { ENCRE_SETTINGS: '{"SITE_ORIGIN":"https://encre.tattoo"}' },
  })
  expect([status, stderr]).toEqual([
    1,
    'gallery is not deployed, nothing has changed: these settings are missing: AUTH0_DOMAIN, AUTH0_AUDIENCE, DATABASE_ID (npm run provision -- --env production writes it)\n',
  ])
}, 30_000)

it('rolls back without the settings of a deployment', () => {
  const { stderr } = spawnSync(process.execPath, ['scripts/deploy/main.ts', '--rollback', 'gallery'], {
    cwd: root,
    encoding: 'utf8',
    env: {},
  })
  // The next thing that it needs.
  expect(stderr).toMatch(/^Set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID/)
}, 30_000)

it('takes an empty value for a setting that may be empty, and for no other', () => {
  const generator = { ...gallery, IMAGE_URL_ORIGINS: '', IMAGE_MODELS: 'gpt-image-2' }
  expect(planDeployment('generator', 'staging', generator).config.vars).toMatchObject({
    IMAGE_URL_ORIGINS: '',
    IMAGE_MODELS: 'gpt-image-2',
    IMAGE_ORIGIN: 'ai',
  })
  expect(() => planDeployment('generator', 'staging', { ...generator, AUTH0_DOMAIN: '' })).toThrow('missing: AUTH0_DOMAIN')
})

it('gives each environment its own worker, database and bucket, and the site the domain of its origin', () => {
  expect(planDeployment('gallery', 'staging', gallery)).toMatchObject({
    name: 'encre-gallery-staging',
    database: { name: 'encre-gallery-staging' },
    config: { r2_buckets: [{ bucket_name: 'encre-images-staging' }] },
  })
  expect(planDeployment('shell', 'production', { ...gallery, AUTH0_CLIENT_ID: 'site' }).config.routes).toEqual([
    { pattern: 'encre.tattoo', custom_domain: true },
  ])
})

it('deploys a worker after those that it binds to', () => {
  const workers = listDeployedWorkers()
  expect(workers.toSorted()).toEqual(['account', 'gallery', 'generator', 'shell'])
  expect(workers.indexOf('gallery')).toBeLessThan(workers.indexOf('generator'))
  expect(workers.indexOf('generator')).toBeLessThan(workers.indexOf('account'))
  expect(workers.at(-1)).toBe('shell')
})

it('gives wrangler a worker with the real settings and none of the local ones', () => {
  const { folder, config, secrets } = planDeployment('gallery', 'production', {
    ...gallery,
    IMAGE_URL_SECRET: 'secret',
    OPENAI_API_KEY: 'not its own',
  })
  expect(secrets).toEqual({ IMAGE_URL_SECRET: 'secret' })
  expect(config).toMatchObject({ d1_databases: [{ binding: 'DB', database_id: gallery.DATABASE_ID, migrations_dir: 'migrations' }] })
  const path = join(root, folder, 'wrangler.deployed.test.json')
  try {
    writeFileSync(path, JSON.stringify(config))
    const wrangler = ['node_modules/wrangler/bin/wrangler.js', 'deploy', '--dry-run', '--config', path]
    const said = execFileSync(process.execPath, wrangler, { cwd: root, encoding: 'utf8', env: { ...process.env, ...wranglerEnvironment } })
    for (const value of [gallery.SITE_ORIGIN, gallery.AUTH0_DOMAIN, 'encre-images', 'env.RESIZER']) expect(said).toContain(value)
    expect(said).not.toContain('localhost')
  } finally {
    rmSync(path, { force: true })
  }
}, 60_000)
