import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'

declare global {
  namespace Cloudflare {
    interface Env {
      /** Given by vitest.config.ts only. */
      MIGRATED_DB?: D1Database
    }
  }
}

test('a database of the first versions keeps its accounts, sessions and tokens, with ISO dates in strict tables', async () => {
  const db = env.MIGRATED_DB
  if (!db) throw new Error('vitest.config.ts gives no MIGRATED_DB')
  const migrations = env.MIGRATIONS ?? []
  const before = migrations.findIndex(({ name }) => name.startsWith('0003'))
  await applyD1Migrations(db, migrations.slice(0, before))
  const at = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
  await db.batch([
    db.prepare(
      `insert into users (id, email, name, password_hash, created_at, updated_at)
       values ('auth0|1', 'ana@example.fr', 'Ana', 'hash', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    ),
    db.prepare("insert into sessions (hash, id, user_id, expires_at) values ('s', 'sid', 'auth0|1', ?)").bind(at),
    db.prepare("insert into one_time_secrets (hash, kind, user_id, data, expires_at) values ('r', 'reset', 'auth0|1', '{}', ?)").bind(at),
    db
      .prepare(
        "insert into refresh_tokens (hash, family, user_id, client_id, session_id, scope, expires_at) values ('t', 'f', 'auth0|1', 'c', 'sid', 'openid', ?)",
      )
      .bind(at),
    db.prepare("insert into signing_keys (id, kid, private_jwk, public_jwk) values (1, 'kid', '{}', '{}')"),
    db.prepare("insert into mails (recipient, subject, body, link, sent_at) values ('ana@example.fr', '', '', '', '2026-01-01')"),
  ])

  await applyD1Migrations(db, migrations)

  const date = '2026-01-02T03:04:05.678Z'
  for (const table of ['sessions', 'one_time_secrets', 'refresh_tokens']) {
    expect(await db.prepare(`select user_id, expires_at from ${table}`).first(), table).toEqual({ user_id: 'auth0|1', expires_at: date })
  }
  expect(await db.prepare('select email from users').first('email')).toBe('ana@example.fr')
  expect(await db.prepare('select kid from signing_keys').first('kid')).toBe('kid')
  expect(await db.prepare('select recipient from mails').first('recipient')).toBe('ana@example.fr')

  const { results } = await db
    .prepare("select name, strict from pragma_table_list where schema = 'main'")
    .all<{ name: string; strict: number }>()
  const loose = results.filter(({ name, strict }) => strict === 0 && !/^(sqlite|d1|_cf)_/.test(name))
  expect(loose).toEqual([])

  await db.prepare("delete from users where id = 'auth0|1'").run()
  expect(await db.prepare('select count(*) as count from refresh_tokens').first('count')).toBe(0)
})
