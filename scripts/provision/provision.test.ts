import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '@encre/build/workspace'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readAccount } from '../cloudflare/account.ts'
import { type FakeCloudflare, fakeAccountId, startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { writeDatabaseId } from './database-id.ts'
import { provision } from './provision.ts'

let cloudflare: FakeCloudflare
const said: string[] = []
const written = new Map<string, string>()

beforeEach(async () => {
  said.length = 0
  written.clear()
  cloudflare = await startFakeCloudflare()
  cloudflare.zones.push('encre.tattoo')
})
afterEach(() => cloudflare.close())

const run = (isPlan = false, origin = 'https://staging.encre.tattoo') =>
  provision({
    account: readAccount({
      CLOUDFLARE_API_TOKEN: 'fake-token',
      CLOUDFLARE_ACCOUNT_ID: fakeAccountId,
      CLOUDFLARE_API_BASE_URL: cloudflare.baseUrl,
    }),
    environment: 'staging',
    origin,
    isPlan,
    say: (sentence) => said.push(sentence),
    writeDatabaseId: (worker, _, id) => Boolean(written.set(worker, id)),
  })

it('says what it would create, and changes nothing', async () => {
  await run(true)
  expect(cloudflare.writes).toEqual([])
  expect(said).toContain('database encre-gallery-staging: would be created (eu)')
  expect(said).toContain('bucket encre-images-staging: would be created (eu)')
})

it('plans for what is there already, and changes nothing', async () => {
  await run()
  for (const bucket of cloudflare.buckets.values()) bucket.lifecycle = { rules: [] }
  cloudflare.writes.length = 0
  written.clear()
  said.length = 0
  await run(true)
  expect([cloudflare.writes, [...written]]).toEqual([[], []])
  expect(said).toEqual(
    expect.arrayContaining([
      '  would write its id into the wrangler.jsonc of gallery',
      '  lifecycle rule abort-unfinished-uploads: would be added',
    ]),
  )
})

it.each([
  [['--plan'], {}],
  [['--dry-run'], {}],
  // npm keeps what stands before "--".
  [[], { npm_config_dry_run: 'true' }],
])(
  'only plans for %j with npm options %j',
  async (words, options) => {
    // A run that is no plan ends here, before it writes ids into this tree.
    cloudflare.failAfter(0)
    const command = spawn(process.execPath, ['scripts/provision/main.ts', '--env', 'staging', ...words], {
      cwd: root,
      env: {
        ...options,
        CLOUDFLARE_API_TOKEN: 'fake-token',
        CLOUDFLARE_ACCOUNT_ID: fakeAccountId,
        CLOUDFLARE_API_BASE_URL: cloudflare.baseUrl,
        ENCRE_SETTINGS: '{"SITE_ORIGIN":"https://staging.encre.tattoo"}',
      },
    })
    const [output, errors] = await Promise.all([text(command.stdout), text(command.stderr), once(command, 'close')])
    expect([output, errors]).toEqual([expect.stringContaining('database encre-gallery-staging: would be created (eu)'), ''])
  },
  30_000,
)

it('creates the databases and buckets of an environment in the EU, once', async () => {
  await run()
  expect(cloudflare.unknown).toEqual([])
  const databases = [...cloudflare.databases].map(([id, { name, jurisdiction }]) => ({ id, name, jurisdiction }))
  expect(databases.map(({ name }) => name).toSorted()).toEqual([
    'encre-account-staging',
    'encre-gallery-staging',
    'encre-generator-staging',
    'encre-registry-staging',
  ])
  expect(new Set(databases.map(({ jurisdiction }) => jurisdiction))).toEqual(new Set(['eu']))
  expect(written.get('gallery')).toBe(databases.find(({ name }) => name === 'encre-gallery-staging')?.id)
  expect([...cloudflare.buckets.keys()].toSorted()).toEqual([
    'encre-erasures-staging',
    'encre-exports-staging',
    'encre-images-staging',
    'encre-references-staging',
    'encre-releases-staging',
  ])
  for (const [name, { jurisdiction, lifecycle }] of cloudflare.buckets) {
    expect(jurisdiction).toBe('eu')
    const deletes = name === 'encre-exports-staging' ? [{ id: 'delete-data-downloads' }] : []
    expect(lifecycle).toMatchObject({ rules: [{ id: 'abort-unfinished-uploads' }, ...deletes] })
  }

  cloudflare.writes.length = 0
  await run()
  expect(cloudflare.writes).toEqual([])
})

it('goes on after a run that was cut', async () => {
  const full = cloudflare.databases.size
  cloudflare.failAfter(3)
  await expect(run()).rejects.toThrow()
  cloudflare.failAfter(Number.POSITIVE_INFINITY)
  expect(cloudflare.databases.size).toBeGreaterThan(full)
  await run()
  expect([cloudflare.databases.size, cloudflare.buckets.size, written.size]).toEqual([4, 5, 4])
})

it('keeps the lifecycle rules that somebody added', async () => {
  const own = { id: 'own-rule', enabled: true, conditions: { prefix: 'x/' } }
  cloudflare.buckets.set('encre-images-staging', { jurisdiction: 'eu', lifecycle: { rules: [own] } })
  await run()
  expect(cloudflare.buckets.get('encre-images-staging')?.lifecycle).toEqual({
    rules: [own, expect.objectContaining({ id: 'abort-unfinished-uploads' })],
  })
})

it('names a domain that the account does not have', async () => {
  await expect(run(false, 'https://other.example')).rejects.toThrow('The account has no zone for other.example')
  await expect(run(false, 'https://not-encre.tattoo')).rejects.toThrow('The account has no zone for not-encre.tattoo')
})

it('writes an id into one environment of wrangler.jsonc, with its comments', () => {
  const tree = mkdtempSync(join(tmpdir(), 'encre-ids-'))
  const path = join(tree, 'workers/gallery/wrangler.jsonc')
  try {
    mkdirSync(dirname(path), { recursive: true })
    cpSync(join(root, 'workers/gallery/wrangler.jsonc'), path)
    const before = readFileSync(path, 'utf8')
    expect(writeDatabaseId('gallery', 'staging', 'id-1', tree)).toBe(true)
    expect(writeDatabaseId('gallery', 'staging', 'id-1', tree)).toBe(false)
    const after = readFileSync(path, 'utf8')
    expect(after.match(/"database_id": ?"id-1"/g)).toHaveLength(1)
    expect(after.match(/\/\/ .*/g)).toEqual(before.match(/\/\/ .*/g))
  } finally {
    rmSync(tree, { recursive: true })
  }
})
