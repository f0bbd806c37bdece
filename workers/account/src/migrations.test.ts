import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { listErasuresBefore } from './erasures-store.ts'
import { attemptsPerHour, deleteOldAttempts, startAttempt } from './password-attempts-store.ts'
import './testing.ts'
import { attemptLifetimeMs } from './lifetimes.ts'
import { findUser } from './users-store.ts'

const db = env.UNMIGRATED_DB as D1Database
const migrations = env.MIGRATIONS ?? []
const now = Date.now()

beforeAll(async () => {
  await applyD1Migrations(
    db,
    migrations.filter(({ name }) => name < '0004'),
  )
  const attempt = db.prepare('insert into password_attempts (user_id, attempted_at) values (?, ?)')
  await db.batch([
    db.prepare("insert into users (id, email, name, created_at) values ('auth0|ana', 'ana@encre.test', 'Ana Lefèvre', ?)").bind(now - 1),
    db.prepare("insert into users (id, email, name, created_at) values ('auth0|ben', 'ben@encre.test', 'Ben', 1700000000007)"),
    ...Array.from({ length: attemptsPerHour - 1 }, () => attempt.bind('auth0|ana', now - 1000)),
    attempt.bind('auth0|ana', now - attemptLifetimeMs - 60_000),
    db.prepare("insert into erasures (user_id, erased_at) values ('auth0|gone', ?)").bind(now - 1000),
    db.prepare("insert into erasures (user_id, erased_at) values ('auth0|before', ?)").bind(now - 5000),
  ])
  await applyD1Migrations(db, migrations)
})

it('keeps the users and turns their dates into ISO 8601', async () => {
  expect(await findUser(db, 'auth0|ana')).toEqual({
    id: 'auth0|ana',
    email: 'ana@encre.test',
    name: 'Ana Lefèvre',
    createdAt: new Date(now - 1).toISOString(),
  })
  expect((await findUser(db, 'auth0|ben'))?.createdAt).toBe('2023-11-14T22:13:20.007Z')
})

it('keeps counting the password attempts of the last hour', async () => {
  expect(await startAttempt(db, 'auth0|ana')).toBe(true)
  expect(await startAttempt(db, 'auth0|ana')).toBe(false)
  expect(await deleteOldAttempts(db)).toBe(1)
})

it('keeps the erasures in their order', async () => {
  expect(await listErasuresBefore(db, new Date(now), 10)).toEqual(['auth0|before', 'auth0|gone'])
  expect(await listErasuresBefore(db, new Date(now - 2000), 10)).toEqual(['auth0|before'])
})

it('leaves only strict tables', async () => {
  const { results } = await db.prepare("select name from pragma_table_list where type = 'table' and strict = 0 and schema = 'main'").all()
  expect(results.map(({ name }) => name).filter((name) => !/^(sqlite_|_cf_|d1_)/.test(String(name)))).toEqual([])
})
