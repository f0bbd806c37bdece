import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { root } from '@encre/build/workspace'
import { getPlatformProxy, unstable_splitSqlQuery as splitSql } from 'wrangler'

export interface Rehearsal {
  source: D1Database
  target: D1Database
  close(): Promise<void>
}

/** Opens two local D1 databases with the gallery's tables, in memory. */
export async function openRehearsal(): Promise<Rehearsal> {
  const { env, dispose } = await getPlatformProxy<{ SOURCE: D1Database; TARGET: D1Database }>({
    configPath: join(import.meta.dirname, 'wrangler.jsonc'),
    persist: false,
  })
  await Promise.all([migrate(env.SOURCE), migrate(env.TARGET)])
  return { source: env.SOURCE, target: env.TARGET, close: dispose }
}

async function migrate(database: D1Database): Promise<void> {
  const folder = join(root, 'workers/gallery/migrations')
  for (const file of readdirSync(folder).sort()) {
    const statements = splitSql(readFileSync(join(folder, file), 'utf8'))
    await database.batch(statements.map((statement) => database.prepare(statement)))
  }
}

/** Gives a member designs: every third a favourite, every fourth deleted, every fifth a variation of the one before. */
export async function fillMember(database: D1Database, memberId: string, count: number): Promise<void> {
  await database
    .prepare(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?2)
       insert into designs
         (id, member_id, subject, prompt, style, size, placement, colors, model, origin, created_at, folded_subject, favourite, deleted_at,
          notes, size_mm, parent_id)
       select ?1 || '-' || n, ?1, 'Un loup ' || n, 'prompt', 'dotwork', 'small', 'arm', '[]', 'model', 'ai',
         strftime('%Y-%m-%dT%H:%M:%S.000Z', 1700000000 + n, 'unixepoch'), 'un loup ' || n, n % 3 = 0,
         case when n % 4 = 0 then '2026-11-21T10:00:00.000Z' end, 'notes ' || n, n / 2.0,
         case when n % 5 = 0 then ?1 || '-' || (n - 1) end
       from numbers`,
    )
    .bind(memberId, count)
    .run()
}
