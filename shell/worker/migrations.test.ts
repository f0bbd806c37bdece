import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, inject, test } from 'vitest'

// A database of its own: it has to be older than the others.
const db = (env as unknown as { OLD_DB: D1Database }).OLD_DB

const at = '2026-11-01T10:00:00.000Z'
const later = '2026-11-02T10:00:00.000Z'

/** Rows as the versions before strict tables wrote them. */
const rows = {
  releases: [
    { remote: 'gallery', version: 'v1', release: '{"name":"gallery"}', author: 'Ana', created_at: at },
    { remote: 'gallery', version: 'v2', release: '{}', author: 'Ana', created_at: later },
  ],
  channels: [
    { remote: 'account', current: 'v1', previous: null, canary: null, canary_share: 0, canary_since: null, revision: 1 },
    { remote: 'gallery', current: 'v1', previous: null, canary: 'v2', canary_share: 10, canary_since: later, revision: 7 },
  ],
  history: [
    { id: 3, remote: 'gallery', action: 'promote', version: 'v1', replaced: null, share: null, author: 'Ana', reason: null, at },
    { id: 9, remote: 'gallery', action: 'canary', version: 'v2', replaced: 'v1', share: 10, author: 'Ana', reason: 'l’été', at: later },
  ],
  routes: [{ path: '/gallery', remote: 'gallery' }],
  tokens: [
    { hash: 'aa', remote: 'gallery', author: 'team', created_at: at, last_used_at: null },
    { hash: 'bb', remote: 'gallery', author: 'team', created_at: at, last_used_at: later },
  ],
  compositions: [
    { id: '0123456789ab', body: '{"shell":"s"}', created_at: at, live_until: later },
    { id: 'ba9876543210', body: '{}', created_at: at, live_until: '' },
  ],
  outcomes: [
    { remote: 'gallery', version: 'v2', visitor: 'x', address: 'a', outcome: 'ok', at },
    { remote: 'gallery', version: 'v2', visitor: 'y', address: 'b', outcome: 'load-failed', at: later },
  ],
  shells: [{ version: 's1', files: '["static/a.js"]', created_at: at, live_until: later }],
}

/** Tables that later migrations create. */
const newTables = ['page_errors', 'web_vitals', 'feature_counters']

async function readRows(table: string) {
  return (await db.prepare(`select * from ${table} order by 1, 2`).all()).results
}

beforeAll(async () => {
  const migrations = inject('migrations')
  const isOld = ({ name }: { name: string }) => name < '0006'
  await applyD1Migrations(db, migrations.filter(isOld))
  for (const [table, values] of Object.entries(rows)) {
    for (const row of values) {
      const columns = Object.keys(row)
      const insert = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
      await db
        .prepare(insert)
        .bind(...Object.values(row))
        .run()
    }
  }
  await applyD1Migrations(db, migrations)
})

test.each(['releases', 'history', 'routes', 'tokens', 'outcomes', 'shells'] as const)('keeps every row of %s', async (table) => {
  expect(await readRows(table)).toEqual(rows[table])
})

test('a channel without a canary has no share, and a canary that ran before does not ramp', async () => {
  const [account, gallery] = rows.channels
  const noRamp = { canary_ramp: 0, canary_step_at: null }
  expect(await readRows('channels')).toEqual([
    { ...account, ...noRamp, canary_share: null },
    { ...gallery, ...noRamp },
  ])
})

test('a composition without a last date gets the date of its creation', async () => {
  const [dated, undated] = rows.compositions
  expect(await readRows('compositions')).toEqual([dated, { ...undated, live_until: at }])
})

test('the history continues its numbers', async () => {
  await db
    .prepare("insert into history (remote, action, version, author, at) values ('gallery', 'rollback', 'v1', 'Ana', ?)")
    .bind(later)
    .run()
  expect((await readRows('history')).at(-1)?.id).toBe(10)
})

test('every table is strict, and its indexes are there', async () => {
  const { results: tables } = await db
    .prepare(
      "select name, strict from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%' and name not like '\\_cf%' escape '\\' and name <> 'd1_migrations'",
    )
    .all<{ name: string; strict: number }>()
  expect(tables.map(({ name }) => name).sort()).toEqual([...Object.keys(rows), ...newTables].sort())
  expect(tables.filter(({ strict }) => strict === 0)).toEqual([])
  const { results: indexes } = await db
    .prepare("select name from sqlite_master where type = 'index' and sql is not null order by name")
    .all()
  expect(indexes.map(({ name }) => name)).toEqual([
    'compositions_live_until_idx',
    'history_remote_id_idx',
    'outcomes_at_idx',
    'outcomes_remote_version_address_idx',
    'page_errors_first_at_idx',
    'page_errors_last_at_idx',
  ])
})
