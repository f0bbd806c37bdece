import { isoDate } from '@encre/worker/moment'
import { findValue, hasRow, jsonColumn, listRows, listValues } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { settingsOf } from '../../settings.ts'

/** `live_until` may be this many milliseconds old. */
const precisionMs = 3_600_000

const Files = jsonColumn(z.array(z.string()))
const ShellRow = z.object({ version: z.string(), files: Files })

export async function saveShell(db: D1Database, version: string, files: string[]): Promise<void> {
  await db
    .prepare(
      `insert into shells (version, files, created_at, live_until) values (?1, ?2, ?3, ?3)
       on conflict (version) do update set files = excluded.files, live_until = excluded.live_until`,
    )
    .bind(version, JSON.stringify(files), isoDate())
    .run()
}

export async function recordLiveShell(db: D1Database, version: string): Promise<void> {
  await db
    .prepare('update shells set live_until = ? where version = ? and live_until < ?')
    .bind(isoDate(), version, isoDate(-precisionMs))
    .run()
}

/**
 * Whether shells were recorded before `date`. If so, every file that was needed since then belongs
 * to a recorded shell.
 */
export async function hasShellsSince(db: D1Database, date: string): Promise<boolean> {
  return hasRow(db.prepare('select 1 from shells where created_at < ? limit 1').bind(date))
}

/** When the newest shell was recorded. Null without one. */
export async function findNewestShell(db: D1Database): Promise<Date | null> {
  return findValue(db.prepare('select max(created_at) from shells'), z.nullable(z.coerce.date()))
}

export async function listNeededFiles(db: D1Database): Promise<string[]> {
  return (await listValues(db.prepare('select files from shells'), Files)).flat()
}

export async function deleteOldShells(
  db: D1Database,
  keep: number,
  date: string,
): Promise<z.infer<typeof ShellRow>[]> {
  const remove = db.prepare(
    `delete from shells where live_until < ?1 and version not in (select version from shells order by live_until desc limit ?2)
     returning version, files`,
  )
  return listRows(remove.bind(date, keep), ShellRow)
}

/**
 * The version of the deployed shell: git commit and hash of the sources. The build writes it beside
 * its pages.
 */
export async function readShellVersion(env: Env): Promise<string> {
  const file = await readAsset(env, '/version.txt')
  return file.ok ? (await file.text()).trim() : 'unknown'
}

export function readAsset(env: Env, path: string): Promise<Response> {
  return env.ASSETS.fetch(new URL(path, settingsOf(env).origin))
}
