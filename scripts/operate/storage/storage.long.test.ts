import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { startFakeCloudflare } from '../cloudflare/testing/fake-cloudflare.ts'
import { listDeployedWorkers } from '../deploy/environments.ts'
import { sqlOf } from '../restore/testing/fill-site.ts'
import { copyDatabase, loadCopy, queryOf, summarize, writeSql } from './database-pages.ts'
import { createOwnerKey, openStorage } from './site-storage.ts'

function openDatabase(sql: string): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(sql)
  return database
}

const sqlFor = async (database: DatabaseSync) =>
  (await Array.fromAsync(writeSql(queryOf(database)))).join('')

it('writes triggers as the deployed D1 reads them', async () => {
  // The deployed D1 finds the body of a trigger only between BEGIN and END in upper case.
  for (const worker of listDeployedWorkers()) {
    expect(await sqlFor(openDatabase(sqlOf(worker)))).not.toMatch(/^(begin|end);?$/m)
  }
})

async function* inPieces(pieces: Uint8Array[]) {
  yield* pieces
}

const odd = `create table odd (id integer primary key, text text, bytes blob, number real);
  create table pairs (one text not null, two integer not null, primary key (two, one)) without rowid;
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 1700)
  insert into odd select i * 3, 'L''œil' || char(10) || '{"}' || i, zeroblob(i % 5), i / 7.0 from n;
  insert into pairs select 'p' || ((id / 3) % 40), id / 120 from odd;
  insert into odd values (-4, null, x'00ff0a', 1e300);`

it('copies each row once, whatever is in it, page by page through the API, and loads it again', async () => {
  const cloudflare = await startFakeCloudflare()
  const source = openDatabase(odd)
  const stored = { name: 'encre-gallery', jurisdiction: 'eu', database: source }
  cloudflare.databases.set('1', stored)
  const { databases } = await openStorage('production', cloudflare.variables)
  const query = databases.get('gallery/DB')?.query ?? queryOf(openDatabase(''))
  const counts = {}
  const lines = await Array.fromAsync(copyDatabase(query, counts))
  expect(counts).toEqual({ odd: 1701, pairs: 1700 })
  expect(lines.length).toBeGreaterThan(4)
  const halves = lines.flatMap((line) => [line.subarray(0, 99), line.subarray(99)])
  const copy = await loadCopy(inPieces(halves), ':memory:')
  for (const table of ['odd', 'pairs']) {
    const rows = (database: DatabaseSync) => database.prepare(`select * from ${table}`).all()
    expect(rows(copy)).toEqual(rows(source))
  }
  expect(await summarize(queryOf(copy))).toEqual(await summarize(query))
  copy.exec("update odd set text = 'changed' where id = 300")
  expect((await summarize(queryOf(copy))).hash).not.toBe((await summarize(query)).hash)
})

it('gives no number again that was given before the copy', async () => {
  const source = openDatabase(
    `create table reports (number integer primary key autoincrement, words text);
     insert into reports (words) values ('one'), ('two'), ('three');
     delete from reports where number > 1;`,
  )
  const copy = await loadCopy(
    inPieces(await Array.fromAsync(copyDatabase(queryOf(source)))),
    ':memory:',
  )
  const imported = openDatabase(await sqlFor(copy))
  for (const database of [copy, imported]) {
    const added = database.prepare("insert into reports (words) values ('four')").run()
    expect(added.lastInsertRowid).toBe(4)
  }
})

it('copies what is there of a table that changes meanwhile, and refuses one that is migrated', async () => {
  const source = openDatabase(odd)
  const during = (change: string) =>
    Array.fromAsync(
      copyDatabase(async (sql, values) => {
        const rows = await queryOf(source)(sql, values)
        if (sql.includes('from "odd"') && values?.length === 0) source.exec(change)
        return rows
      }),
    )
  const lines = await during(
    'delete from odd where id between 300 and 5000; insert into odd (id) values (9000)',
  )
  const copy = await loadCopy(inPieces(lines), ':memory:')
  const ids = copy.prepare('select id from odd').all()
  expect([ids.length, ids.at(-1)?.id]).toEqual([
    source.prepare('select 1 from odd').all().length + 100,
    9000,
  ])
  await expect(during('alter table odd add column later text')).rejects.toThrow('was migrated')
})

it('refuses a copy that is cut', async () => {
  const lines = await Array.fromAsync(copyDatabase(queryOf(openDatabase(odd))))
  const cut = [...lines.slice(0, -1), lines.at(-1)?.subarray(0, 50) ?? new Uint8Array()]
  await expect(loadCopy(inPieces(cut), ':memory:')).rejects.toThrow('is cut')
})

it('hashes members as the workers do', () => {
  // A member and the prefix of their images on a running site.
  expect(createOwnerKey('auth0|1474bd4001243d1fae1ffd95')).toBe('29b322b91cf2a9fe303d1cfb277b44da')
})
