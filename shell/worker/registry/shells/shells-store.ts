import * as z from 'zod/mini'

/** Milliseconds by which `live_until` may be behind. */
const precision = 3_600_000

const Files = z.array(z.string())

/** A shell that is about to be deployed, or is again. */
export async function saveShell(db: D1Database, version: string, files: string[]): Promise<void> {
  await db
    .prepare(
      `insert into shells (version, files, created_at, live_until) values (?1, ?2, ?3, ?3)
       on conflict (version) do update set files = excluded.files, live_until = excluded.live_until`,
    )
    .bind(version, JSON.stringify(files), new Date().toISOString())
    .run()
}

/** The deployed shell goes on giving out pages. */
export async function noteLiveShell(db: D1Database, version: string): Promise<void> {
  const now = Date.now()
  await db
    .prepare('update shells set live_until = ? where version = ? and live_until < ?')
    .bind(new Date(now).toISOString(), version, new Date(now - precision).toISOString())
    .run()
}

/** Whether shells were being noted at this time: a file that was needed since then has its shell here. */
export async function knowsShellsSince(db: D1Database, date: Date): Promise<boolean> {
  const row = await db.prepare('select 1 from shells where created_at < ? limit 1').bind(date.toISOString()).first()
  return row !== null
}

export async function listNeededFiles(db: D1Database): Promise<string[]> {
  const { results } = await db.prepare('select files from shells').all<{ files: string }>()
  return results.flatMap(({ files }) => z.parse(Files, JSON.parse(files)))
}

/** Deletes all but the last `keep` shells and those that were live since `date`, and answers what is gone. */
export async function deleteOldShells(db: D1Database, keep: number, date: Date): Promise<{ version: string; files: string[] }[]> {
  const { results } = await db
    .prepare(
      `delete from shells where live_until < ?1 and version not in (select version from shells order by live_until desc limit ?2)
       returning version, files`,
    )
    .bind(date.toISOString(), keep)
    .all<{ version: string; files: string }>()
  return results.map(({ version, files }) => ({ version, files: z.parse(Files, JSON.parse(files)) }))
}
