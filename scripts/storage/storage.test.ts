import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { listDeployedWorkers } from '../deploy/environments.ts'
import { loadDump, writeDump } from '../lib/local-databases.ts'
import { runWrangler } from '../lib/processes.ts'
import { createFolder } from '../lib/testing/scratch-folder.ts'
import { testWithWrangler } from '../lib/testing/test-with-wrangler.ts'
import { sqlOf } from '../restore/testing/fill-site.ts'
import { createOwnerKey, openStorage } from './site-storage.ts'

vi.mock('../lib/processes.ts', { spy: true })

it('writes triggers as the deployed D1 reads them', () => {
  // The deployed D1 finds the body of a trigger only between BEGIN and END in upper case.
  for (const worker of listDeployedWorkers()) {
    expect(writeDump(loadDump(sqlOf(worker)))).not.toMatch(/^(begin|end);?$/m)
  }
})

testWithWrangler('exports a database with the rows that were imported', async () => {
  const { databases } = await openStorage('production', (await startFakeCloudflare()).variables)

  // A D1 on this machine stands in for the deployed one.
  const d1_databases = [{ binding: 'DB', database_name: 'encre-gallery', database_id: 'local' }]
  const local = createFolder({
    'wrangler.json': JSON.stringify({
      name: 'encre-gallery',
      compatibility_date: '2026-11-01',
      d1_databases,
    }),
  })
  const { runWrangler: run } =
    await vi.importActual<typeof import('../lib/processes.ts')>('../lib/processes.ts')
  vi.mocked(runWrangler).mockImplementation((words) => {
    expect(words).toContain('--remote')
    return run([
      ...words.with(words.indexOf('--remote'), '--local'),
      '--config',
      join(local, 'wrangler.json'),
    ])
  })
  const sql = writeDump(loadDump(sqlOf('gallery')))
  const database = databases.get('gallery/DB')
  expect(await database?.isEmpty()).toBe(true)
  await database?.import(sql)
  expect(await database?.isEmpty()).toBe(false)
  expect(writeDump(loadDump((await database?.export()) ?? ''))).toBe(sql)
})

it('hashes members as the workers do', () => {
  // A member and the prefix of their images on a running site.
  expect(createOwnerKey('auth0|1474bd4001243d1fae1ffd95')).toBe('29b322b91cf2a9fe303d1cfb277b44da')
})
