import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { expect, it } from 'vitest'
import { wranglerEnvironment } from '../lib/processes.ts'
import { planDeployment, readSettings } from './plan-deployment.ts'

const gallery = {
  SITE_ORIGIN: 'https://encre.tattoo',
  AUTH0_DOMAIN: 'login.encre.tattoo',
  AUTH0_AUDIENCE: 'https://encre.tattoo/api',
  DATABASE_ID: '7c2f7b0e-3f0c-4a55-9d0b-0d6a6b6f0a11',
}

it.each([
  [
    'shell',
    'SITE_ORIGIN, AUTH0_DOMAIN, AUTH0_CLIENT_ID, AUTH0_AUDIENCE, AUTH0_CONNECTION, AUTH0_SESSION, SITE_OWNER, HSTS_SCOPE, DATABASE_ID',
  ],
  ['gallery', 'SITE_ORIGIN, AUTH0_DOMAIN, AUTH0_AUDIENCE, DATABASE_ID'],
  ['account', 'AUTH0_DOMAIN, AUTH0_AUDIENCE, AUTH0_CONNECTION, AUTH0_MGMT_AUDIENCE, AUTH0_M2M_CLIENT_ID, DATABASE_ID'],
])('deploys no %s without its settings, and names each', (worker, names) => {
  expect(() => planDeployment(worker, {})).toThrow(`${worker} is not deployed, nothing has changed: these settings are missing: ${names}`)
})

it.each(['http://localhost:8787', 'https://127.0.0.1', 'https://encre.tattoo,http://[::1]:8788'])('refuses %s', (SITE_ORIGIN) => {
  expect(() => planDeployment('gallery', { ...gallery, SITE_ORIGIN })).toThrow('these settings are those of a local site: SITE_ORIGIN')
})

it('never deploys the embedded defaults', () => {
  expect(() => planDeployment('local', gallery)).toThrow('"local" is not deployed: it must be one of shell, account, gallery, generator')
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
    'gallery is not deployed, nothing has changed: these settings are missing: AUTH0_DOMAIN, AUTH0_AUDIENCE, DATABASE_ID\n',
  ])
})

it('gives wrangler a worker with the real settings and none of the local ones', () => {
  const { folder, config, secrets } = planDeployment('gallery', { ...gallery, IMAGE_URL_SECRET: 'secret', OPENAI_API_KEY: 'not its own' })
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
