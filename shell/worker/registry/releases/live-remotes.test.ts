import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { withHangingCall } from '../../testing/hang.ts'
import { ask, askPage, publish } from '../../testing/site.ts'
import { freshMs, updateLiveRemotes } from './live-remotes.ts'

beforeAll(() => publish('gallery', 'v1'))

type All = () => Promise<unknown>
const fails: All = () => Promise.reject(new Error('the database is gone'))
const garbage: All = async () => ({
  results: [
    {
      remote: 'gallery',
      canary_share: 0,
      current: '{"name":"gallery"}',
      previous: null,
      canary: null,
    },
  ],
})

/** A database whose reads of the registry have a fault, and whose writes fail. */
function databaseWhere(all: All): D1Database {
  return new Proxy(env.DB, {
    get: (db, name) =>
      name === 'prepare' ? () => ({ all, bind: () => ({ run: fails }) }) : Reflect.get(db, name),
  })
}

test.each([
  { database: 'fails', fault: () => fails },
  { database: 'hangs', fault: (hang: All) => hang },
  { database: 'answers garbage', fault: () => garbage },
])(
  'while the database $database, a new isolate serves the last promoted versions and their files',
  async ({ fault }) => {
    const entry = '/remotes/gallery/v1/remote-entry.js'
    await caches.default.delete(new URL(entry, env.SITE_ORIGIN))
    const [page, file] = await withHangingCall(async (hang) => {
      const faults = { DB: databaseWhere(fault(hang)) }
      return [await askPage('/gallery', {}, faults), await ask(entry, {}, faults)]
    })
    expect(page?.status).toBe(200)
    expect(await page?.text()).toContain(entry)
    expect(file?.status).toBe(200)
  },
)

test('an isolate waits before it reads a failed database again', async () => {
  await askPage('/gallery')
  vi.setSystemTime(Date.now() + freshMs)
  let reads = 0
  const DB = databaseWhere(() => {
    reads++
    return fails()
  })
  for (let visit = 0; visit < 5; visit++)
    expect((await ask('/gallery', {}, { DB })).status).toBe(200)
  expect(reads).toBe(1)
})

test('the cron ends in time and keeps the cached remotes when everything fails', async () => {
  await askPage('/gallery')
  await withHangingCall(async (hang) => {
    const RELEASES = { get: hang, put: hang } as unknown as R2Bucket
    await updateLiveRemotes({ ...env, RELEASES })
    await updateLiveRemotes({ ...env, RELEASES, DB: databaseWhere(hang) })
    expect((await ask('/gallery', {}, { RELEASES, DB: databaseWhere(fails) })).status).toBe(200)
  })
})

test('pages within two seconds read the registry once', async () => {
  vi.setSystemTime(Date.now())
  let reads = 0
  const DB = new Proxy(env.DB, {
    get(db, name) {
      if (name !== 'prepare') return Reflect.get(db, name)
      return (sql: string) => {
        if (sql.includes('from channels')) reads++
        return db.prepare(sql)
      }
    },
  })
  await askPage('/gallery', {}, { DB })
  for (let visit = 0; visit < 5; visit++) await ask('/gallery', {}, { DB })
  expect(reads).toBe(1)
})

test("without database and bucket, the shell's own pages work and other paths are 503", async () => {
  const RELEASES = { get: fails, put: fails } as unknown as R2Bucket
  const faults = { DB: databaseWhere(fails), RELEASES }
  expect((await askPage('/about', {}, faults)).status).toBe(200)
  expect((await askPage('/gallery', {}, faults)).status).toBe(503)
})
