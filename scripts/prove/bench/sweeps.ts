import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '@encre/build/workspace'
import * as z from 'zod'
import { migrationsOf } from '../../operate/restore/testing/fill-site.ts'

/** Loaded at run time: the types of workers are not those of scripts. */
const Sweep = z.custom<(db: object, ...values: unknown[]) => Promise<unknown>>()
async function loadSweep(path: string, name: string): Promise<z.infer<typeof Sweep>> {
  const module: unknown = await import(pathToFileURL(join(root, 'workers', path)).href)
  return z.record(z.string(), Sweep).parse(module)[name] ?? Sweep.parse(undefined)
}
const deleteEndedDays = await loadSweep('generator/src/limits/limits.ts', 'deleteEndedDays')
const deleteEndedGenerations = await loadSweep(
  'generator/src/generations/generations-cleanup.ts',
  'deleteEndedGenerations',
)
const recordOrphans = await loadSweep('gallery/src/sweep-store.ts', 'recordOrphans')

interface Result {
  meta: { rows_read: number; rows_written: number; duration: number }
}
interface Statement {
  bind(...values: unknown[]): Statement
  run(): Promise<Result>
  all(): Promise<Result>
}
interface Database {
  prepare(sql: string): Statement
  batch(list: Statement[]): Promise<Result[]>
}

const rowsPerInsert = 5000
const sizes = [100_000, 1_000_000]
const old = '2026-01-01T00:00:00.000Z'
const next = '2026-01-02'

/**
 * What one sweep reads and writes in a local D1, as D1 counts it, beside so many rows: all due, and
 * none due any more.
 */
export async function benchSweeps(say: (sentence: string) => void): Promise<[string, string][]> {
  const rows: [string, string][] = []
  for (const size of sizes) {
    say(`sweeps beside ${size} rows ...`)
    const measured = [...(await benchGallery(size)), ...(await benchGenerator(size))]
    for (const [name, value] of measured) {
      say(`${name}: ${value}`)
    }
    rows.push(...measured)
  }
  return rows
}

async function benchGenerator(size: number): Promise<[string, string][]> {
  await using database = await openDatabase('generator')
  await database.fill(
    size,
    `insert into generations (id, member_id, owner_key, idempotency_key, body_hash, state, request, request_id, day, created_at, updated_at, network_key)
     select 'g' || n, 'm' || n / 100, 'o' || n / 100, 'k' || n, 'h', 'done', '{}', 'r', '2026-01-01', '${old}', '${old}', 'n' || n % 1000 from numbers`,
    `insert into owner_usage (day, owner_key) select '2026-01-01', 'o' || n from numbers where n <= ${size / 100}`,
  )
  const midnight = () => deleteEndedDays(database.db, next)
  const cleanUp = () => deleteEndedGenerations(database.db, new Date())
  return [
    [`midnight, ${size} generations due`, await database.count(midnight)],
    [`clean-up, ${size} generations due`, await database.count(cleanUp)],
    [
      `midnight, ${size} generations, none due`,
      await database.count(
        midnight,
        `update generations set network_key = null; delete from owner_usage`,
      ),
    ],
    [
      `clean-up, ${size} generations, none due`,
      await database.count(cleanUp, `update generations set updated_at = '2099'`),
    ],
  ]
}

async function benchGallery(size: number): Promise<[string, string][]> {
  await using database = await openDatabase('gallery')
  await database.fill(
    size,
    `insert into designs (id, member_id, subject, folded_subject, prompt, style, choices, model, origin, created_at)
     select 'd' || n, 'm' || n / 100, 's', 's', 'p', 'dotwork', '{}', 'm', 'ai', '${old}' from numbers`,
  )
  const candidates = Array.from({ length: 1000 }, (_, index) => ({
    designId: `d${index * 7}`,
    key: `k${index}`,
    isDeleted: false,
    ownerKey: 'o',
    uploadedAt: old,
  }))
  const record = () => recordOrphans(database.db, candidates, new Date())
  return [[`1000 listed objects, ${size} designs`, await database.count(record)]]
}

async function openDatabase(worker: string) {
  const { convertV4MiniflareOptions, Miniflare } = await import('miniflare')
  const runtime = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script: '', d1Databases: { DB: worker } }),
  )
  const { unstable_splitSqlQuery } = await import('wrangler')
  const db = await runtime.getD1Database('DB')
  const run = async (sql: string) => {
    for (const statement of unstable_splitSqlQuery(sql)) await db.prepare(statement).run()
  }
  await run(migrationsOf(worker))
  const counted = countStatements(db)
  return {
    db: counted.db,
    /** Without triggers, which take most of the time. */
    fill: async (size: number, ...inserts: string[]) => {
      const triggers = await db
        .prepare("select name, sql from sqlite_schema where type = 'trigger'")
        .all<{ name: string; sql: string }>()
      for (const { name } of triggers.results) await run(`drop trigger "${name}"`)
      for (const insert of inserts) {
        const [into = '', select = ''] = insert.split(/(?= select )/)
        for (let from = 1; from <= size; from += rowsPerInsert) {
          const numbers = `with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${from + rowsPerInsert - 1})`
          await db.prepare(`${into} ${numbers}${select}`).run()
        }
      }
      for (const { sql } of triggers.results) await db.prepare(sql).run()
    },
    count: async (work: () => Promise<unknown>, before = '') => {
      if (before !== '') await run(before)
      counted.reset()
      await work()
      return counted.describe()
    },
    [Symbol.asyncDispose]: () => runtime.dispose(),
  }
}

/** A database that sums what D1 says of its statements. */
function countStatements(db: Database) {
  const sum = { statements: 0, read: 0, written: 0, longest: 0 }
  const add = <Answer extends Result>(result: Answer): Answer => {
    sum.statements++
    sum.read += result.meta.rows_read
    sum.written += result.meta.rows_written
    sum.longest = Math.max(sum.longest, result.meta.duration)
    return result
  }
  const count = (statement: Statement): Statement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => count(target.bind(...values))
        if (name === 'run' || name === 'all') return async () => add(await target[name]())
        return Reflect.get(target, name)
      },
    })
  const counting = new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => count(target.prepare(sql))
      if (name === 'batch') return async (list: Statement[]) => (await target.batch(list)).map(add)
      return Reflect.get(target, name)
    },
  })
  return {
    db: counting,
    reset: () => Object.assign(sum, { statements: 0, read: 0, written: 0, longest: 0 }),
    describe: () =>
      `${sum.statements} statements, ${sum.read} rows read, ${sum.written} written, the longest ${Math.round(sum.longest)} ms`,
  }
}
