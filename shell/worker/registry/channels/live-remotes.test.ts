import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { ask, askPage, migrate, publish } from '../../testing/site.ts'
import { updateLiveRemotes } from './live-remotes.ts'

beforeAll(async () => {
  await migrate()
  await publish('gallery', 'v1')
})

type All = () => Promise<unknown>
const fails: All = () => Promise.reject(new Error('the database is gone'))
const hangs: All = () => new Promise(() => {})
const garbage: All = async () => ({
  results: [{ remote: 'gallery', canary_share: 0, current: '{"name":"gallery"}', previous: null, canary: null }],
})

/** A database whose reads of the registry go wrong. */
function databaseWhere(all: All): D1Database {
  return new Proxy(env.DB, {
    get: (db, name) => (name === 'prepare' ? () => ({ all, bind: () => ({ run: all }) }) : Reflect.get(db, name)),
  })
}

test.each([
  ['fails', fails],
  ['hangs', hangs],
  ['answers garbage', garbage],
])('while the database %s, a new isolate serves the last promoted versions', async (_, all) => {
  const response = await askPage('/gallery', {}, { DB: databaseWhere(all) })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('/remotes/gallery/v1/remote-entry.js')
})

test('an isolate waits before it reads a failed database again', async () => {
  await askPage('/gallery')
  await new Promise((resolve) => setTimeout(resolve, 2100))
  let reads = 0
  const DB = databaseWhere(() => {
    reads++
    return fails()
  })
  for (let visit = 0; visit < 5; visit++) expect((await ask('/gallery', {}, { DB })).status).toBe(200)
  expect(reads).toBe(1)
})

test('the cron ends in time and keeps the cached remotes when everything fails', async () => {
  await askPage('/gallery')
  const RELEASES = { get: hangs, put: hangs } as unknown as R2Bucket
  await Promise.all([updateLiveRemotes({ ...env, RELEASES }), updateLiveRemotes({ ...env, RELEASES, DB: databaseWhere(hangs) })])
  expect((await ask('/gallery', {}, { RELEASES, DB: databaseWhere(fails) })).status).toBe(200)
})

test('pages within two seconds read the registry once', async () => {
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
